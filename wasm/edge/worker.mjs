// The worker's entry point: it serves the page's program in its compressed form,
// and hands what is no file to the Go program.
import "./wasm_exec.js";
import { createRuntimeContext, loadModule } from "./runtime.mjs";

const program = await loadModule();

// A Go program serves this many requests, and grows to this many bytes, before
// a fresh one takes over: requests that clients gave up may leave some memory
// behind.
const maxServed = 10000;
const maxBytes = 72 << 20;

// Of a body at most this many bytes are handed on: the service refuses what has
// more than 1 MB. Of what it refuses so much is read and dropped, for a client
// that is still sending may not see the answer.
const maxBody = (1 << 20) + 1;
const maxDropped = 16 << 20;

let running = null;

// start runs the Go program until it is ready, all within this call.
function start(env) {
  const binding = {};
  const go = new Go();
  let ready = false;
  const instance = new WebAssembly.Instance(program, {
    ...go.importObject,
    workers: { ready: () => { ready = true; } },
  });
  const run = { binding, waiting: new Set(), served: 0, memory: instance.exports.mem };
  const end = () => {
    if (running === run) {
      running = null;
    }
    for (const fail of run.waiting) {
      fail(new Error("the Go program has ended"));
    }
  };
  // A promise would not do: that of run belongs to the first request, and tells
  // nothing to later ones.
  go.exit = end;
  const resume = go._resume;
  go._resume = () => {
    try {
      resume.call(go);
    } catch (e) {
      end();
      throw e;
    }
  };
  go.run(instance, createRuntimeContext({ env, binding })).catch(end);
  if (!ready) {
    throw new Error("the Go program did not start");
  }
  return run;
}

// current is the Go program to give a request to.
function current(env) {
  if (running !== null && (running.served >= maxServed || running.memory.buffer.byteLength > maxBytes)) {
    running = null; // it ends with its last request
  }
  running ??= start(env);
  running.served++;
  return running;
}

// readBody reads a body, and hands on the beginning of a long one.
async function readBody(stream) {
  if (stream === null) {
    return new Uint8Array(0);
  }
  const chunks = [];
  let size = 0;
  const reader = stream.getReader();
  while (size < maxDropped) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    if (size < maxBody) {
      chunks.push(value);
    }
    size += value.byteLength;
  }
  if (size >= maxDropped) {
    await reader.cancel();
  }
  const body = new Uint8Array(Math.min(size, maxBody));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, body.length - at);
    body.set(part, at);
    at += part.length;
  }
  return body;
}

// serve lets the Go program answer.
async function serve(request, env, ctx) {
  const run = current(env);
  let fail;
  let read = false;
  const answer = new Promise((resolve, reject) => {
    fail = reject;
    run.waiting.add(fail);
    const client = request.headers.get("CF-Connecting-IP") ?? "unknown";
    run.binding.serve([request.method, request.url, client, ...[...request.headers].flat()].join("\n"), () => {
      read = true;
      return readBody(request.body);
    }, (text, body) => {
      const [status, ...fields] = text.split("\n");
      const headers = new Headers();
      for (let i = 0; i < fields.length; i += 2) {
        headers.append(fields[i], fields[i + 1]);
      }
      resolve(new Response(body, { status: Number(status), headers }));
    });
  });
  // The request goes to its end even if the client does not wait for it, so
  // that nothing of it stays behind in the Go program.
  ctx.waitUntil(answer.catch(() => {}));
  try {
    const response = await answer;
    if (!read) {
      await readBody(request.body).catch(() => {}); // the client may be gone
    }
    return response;
  } finally {
    run.waiting.delete(fail);
  }
}

// compressed answers with the Brotli form of a file, if the client takes it and
// there is one: the platform itself would compress a program quickly, and by a
// third less. Otherwise it answers with the file.
async function compressed(request, env) {
  const accepted = request.cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding") ?? "";
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) {
    const file = await env.ASSETS.fetch(request.url + ".br", { method: request.method, headers: request.headers });
    if (file.ok || file.status === 304) {
      const headers = new Headers(file.headers);
      headers.set("Content-Type", "application/wasm");
      headers.set("Content-Encoding", "br");
      headers.set("Vary", "Accept-Encoding");
      return new Response(file.body, { status: file.status, headers, encodeBody: "manual" });
    }
  }
  const file = await env.ASSETS.fetch(request);
  const headers = new Headers(file.headers);
  headers.set("Vary", "Accept-Encoding");
  return new Response(file.body, { status: file.status, headers });
}

export default {
  async fetch(request, env, ctx) {
    try {
      if (new URL(request.url).pathname.endsWith(".wasm") && (request.method === "GET" || request.method === "HEAD")) {
        const file = await compressed(request, env);
        if (file.status !== 404) {
          return file;
        }
      }
      return await serve(request, env, ctx);
    } catch (e) {
      console.error(JSON.stringify({ level: "ERROR", msg: "worker", error: String(e) }));
      return new Response('{"title":"Internal Server Error","status":500,"code":"internal","detail":"the service failed; its log says why"}\n', {
        status: 500,
        headers: {
          "Content-Type": "application/problem+json",
          "Cache-Control": "no-store",
          "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
          "X-Content-Type-Options": "nosniff",
        },
      });
    }
  },
};
