// Runs the WebAssembly module of the rampart command with node's own WASI:
//
//   node wasi.mjs rampart.wasm run /experiment.json -o /result.json
//
// The current folder is the module's root, and all that it can see.
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const [file, ...args] = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args: ['rampart', ...args], env: { PWD: '/' }, preopens: { '/': '.' }, returnOnExit: true })
const module = await WebAssembly.compile(await readFile(file))
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()))
