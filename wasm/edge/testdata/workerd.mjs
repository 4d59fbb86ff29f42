// Runs the worker under workerd, as ./build.sh edge has made it and wrangler.toml
// describes it, and prints its address; ends when its standard input does.
//
//	node workerd.mjs CONFIG BUNDLE STATE
//
// CONFIG is wrangler.toml, BUNDLE the folder of the worker's modules, STATE the
// folder in which buckets last. The worker's log goes to standard error. A line
// KEY TEXT on standard input puts the text into the bucket and prints "put".
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as read } from "wrangler";

const [config, bundle, state] = process.argv.slice(2);
const { modulesRules, ...options } = read(config).workerOptions;
const module = (name) => ({
  type: name.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
  path: join(bundle, name),
});
const names = readdirSync(bundle).filter((name) => /^(?!worker\.).*\.(js|mjs|wasm)$/.test(name));
const server = new Miniflare({
  host: "127.0.0.1",
  port: 0,
  cf: false, // would be fetched
  telemetry: { enabled: false },
  handleRuntimeStdio: (out, err) => {
    out.pipe(process.stderr);
    err.pipe(process.stderr);
  },
  defaultPersistRoot: state,
  workers: [{ ...options, name: "rampart", modulesRoot: bundle, modules: ["worker.mjs", ...names].map(module) }],
});
console.log(String(await server.ready));
for await (const line of createInterface({ input: process.stdin })) {
  const [key, text] = line.split(" ");
  await (await server.getR2Bucket("SNAPSHOTS")).put(key, text);
  console.log("put");
}
await server.dispose();
