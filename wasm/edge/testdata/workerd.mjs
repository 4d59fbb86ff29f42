// Runs the worker under workerd, as ./build.sh edge has made it and wrangler.toml
// describes it, and prints its address; ends when its standard input does.
//
//	node workerd.mjs CONFIG BUNDLE STATE
//
// CONFIG is wrangler.toml, BUNDLE the folder of the worker's modules, STATE the
// folder in which buckets last.
import { readdirSync } from "node:fs";
import { join } from "node:path";
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
  defaultPersistRoot: state,
  workers: [{ ...options, name: "rampart", modulesRoot: bundle, modules: ["worker.mjs", ...names].map(module) }],
});
console.log(String(await server.ready));
for await (const _ of process.stdin);
await server.dispose();
