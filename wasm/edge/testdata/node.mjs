// Runs the worker in node, with a bucket in memory and without the emulation
// around it, and prints as JSON the processor time of a start and of requests, in
// ms, and the memory after many of them, in bytes. In workerd itself the clock
// stands still while a request computes, and the emulation needs most of the
// memory.
//
//	node --expose-gc node.mjs BUNDLE SMALL LARGE
//
// SMALL and LARGE are files of snapshots.
import { readFileSync, writeFileSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, small, large] = process.argv.slice(2);
console.log = () => {}; // the worker's log

// The bundle as node can load it: a wasm module cannot be imported there.
const dir = mkdtempSync(join(tmpdir(), "rampart-edge-"));
process.on("exit", () => rmSync(dir, { recursive: true }));
for (const name of ["worker.mjs", "wasm_exec.js"]) {
  copyFileSync(join(bundle, name), join(dir, name));
}
globalThis.program = new WebAssembly.Module(readFileSync(join(bundle, "app.wasm")));
writeFileSync(join(dir, "package.json"), '{"type":"module"}');
writeFileSync(join(dir, "runtime.mjs"), `
export const loadModule = async () => globalThis.program;
export const createRuntimeContext = (context) => context;
`);

let memory; // of the Go program
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    memory = this.exports.mem;
  }
};

const kept = new Map();
const env = {
  LIMITER: { limit: async () => ({ success: true }) },
  SNAPSHOTS: {
    head: async () => null,
    get: async (key) => kept.has(key) ? { size: kept.get(key).length, arrayBuffer: async () => kept.get(key).slice().buffer } : null,
    put: async (key, data) => kept.has(key) ? null : (kept.set(key, data), {}),
  },
};

const { default: worker } = await import(pathToFileURL(join(dir, "worker.mjs")));

async function ask(method, path, status, body) {
  const request = new Request("http://edge" + path, { method, body, headers: body && { "Content-Type": "application/json" } });
  const response = await worker.fetch(request, env, { waitUntil() {} });
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  }
  return text;
}

async function measure(times, f) {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    await f(i);
  }
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000 / times;
}

const figures = { start: await measure(1, () => ask("GET", "/api/nothing", 404)) };
for (const [name, file, times] of [["small", small, 200], ["large", large, 5]]) {
  const body = readFileSync(file);
  figures[name + "First"] = await measure(1, () => ask("POST", "/api/snapshots", 201, body));
  const { id } = JSON.parse(await ask("POST", "/api/snapshots", 200, body));
  await measure(times, () => ask("POST", "/api/snapshots", 200, body)); // until all is compiled
  figures[name + "Post"] = await measure(times, () => ask("POST", "/api/snapshots", 200, body));
  await measure(times, () => ask("GET", "/api/snapshots/" + id, 200));
  figures[name + "Get"] = await measure(times, () => ask("GET", "/api/snapshots/" + id, 200));
}
const { id } = JSON.parse(await ask("POST", "/api/snapshots", 200, readFileSync(small)));
figures.programBytes = [];
figures.heapBytes = [];
for (const batches of [20, 60]) {
  for (let i = 0; i < batches; i++) {
    await Promise.all(Array.from({ length: 50 }, () => ask("GET", "/api/snapshots/" + id, 200)));
  }
  globalThis.gc();
  figures.programBytes.push(memory.buffer.byteLength);
  figures.heapBytes.push(process.memoryUsage().heapUsed);
}
process.stdout.write(JSON.stringify(figures) + "\n", () => process.exit(0));
