// Runs ONNX models for onnx_test.go: reads the cases from the file that the
// argument names and prints the outputs of each as JSON.
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const ort = require('onnxruntime-web')

const arrays = {
  float32: (data) => Float32Array.from(data),
  int64: (data) => BigInt64Array.from(data, BigInt),
  bool: (data) => Uint8Array.from(data),
}

async function run(file) {
  ort.env.wasm.numThreads = 1
  const sessions = new Map()
  const results = []
  for (const { model, inputs } of JSON.parse(fs.readFileSync(file, 'utf8'))) {
    if (!sessions.has(model)) {
      const bytes = fs.readFileSync(path.join(path.dirname(file), model))
      sessions.set(model, await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] }))
    }
    const feeds = {}
    for (const { name, type, dims, data } of inputs) {
      feeds[name] = new ort.Tensor(type, arrays[type](data ?? []), dims)
    }
    const outputs = await sessions.get(model).run(feeds)
    const result = {}
    for (const [name, tensor] of Object.entries(outputs)) {
      result[name] = { dims: tensor.dims, data: Array.from(tensor.data) }
    }
    results.push(result)
  }
  return results
}

run(process.argv[2]).then(
  (results) => process.stdout.write(JSON.stringify(results), () => process.exit(0)),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
