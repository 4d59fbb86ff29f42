// Starts the page's program, and Web Workers that run the engine.
//
// window.rampart is what the Go side (wasm/app) uses:
//   rampart.startWorker(onReply, onDeath) -> { post(string), terminate() }
//     onReply(string)     one wire.Reply as JSON
//     onDeath(string)     the worker is gone: one sentence that says why
//   rampart.keepOffline(tell) -> take(); see offline.js
(() => {
  "use strict";
  // (module (func (result v128) i32.const 0 i8x16.splat)): valid only with SIMD.
  const simdProbe = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
  ]);

  function fail(message) {
    const place = document.getElementById("boot") || document.getElementById("app") || document.body;
    const p = document.createElement("p");
    p.setAttribute("role", "alert");
    p.id = "boot";
    p.textContent = message;
    place.replaceWith(p);
  }

  // The program is fetched and compiled once: the page runs it, and each worker,
  // where it is the engine, is handed the module.
  let program = null;
  function programModule() {
    program = program || WebAssembly.compileStreaming(fetch("web.wasm")).catch((error) => {
      program = null; // a later worker tries again
      throw error;
    });
    return program;
  }

  // Workers that were started before the program asked: a worker takes longer to
  // load its scripts than the page to be drawn, so both happen at once.
  const early = [];
  function newWorker() {
    const worker = new Worker("engine-worker.js");
    const waiting = []; // what it says before somebody listens
    worker.onmessage = worker.onerror = (event) => waiting.push(event);
    const loaded = new Promise((resolve) => {
      worker.addEventListener("message", resolve, { once: true });
      worker.addEventListener("error", resolve, { once: true });
    });
    const module = programModule();
    // Not before the worker has loaded: what is sent earlier waits until the page
    // is idle.
    const started = Promise.all([module, loaded]).then(
      ([m]) => worker.postMessage(m),
      () => undefined, // whoever uses the worker is told
    );
    return { worker, module, waiting, started };
  }

  function startWorker(onReply, onDeath) {
    const { worker, module, waiting } = early.shift() || newWorker();
    let alive = true;
    const die = (message) => {
      if (alive) {
        alive = false;
        worker.terminate();
        onDeath(message);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      die("The engine stopped: " + (event.message || "its script did not load") + ".");
    };
    worker.onmessage = (event) => {
      if (event.data === "loaded") {
        return;
      }
      if (typeof event.data === "string") {
        onReply(event.data);
      } else {
        die("The engine stopped: " + event.data.exited + ".");
      }
    };
    for (const event of waiting) {
      queueMicrotask(() => (event.type === "error" ? worker.onerror(event) : worker.onmessage(event)));
    }
    module.catch((error) => die("The engine did not load: " + error.message + "."));
    return {
      post: (text) => worker.postMessage(text),
      terminate: () => {
        alive = false;
        worker.terminate();
      },
    };
  }

  // Not part of the start: fetched when the page has the time.
  function keepOffline(tell) {
    const loaded = import("./offline.js").then((module) => module.start(tell), () => tell("failed", ""));
    return () => loaded.then((take) => take && take());
  }

  window.rampart = { startWorker, keepOffline };

  // The other scripts, which the program calls, have run when this is kept.
  const scripts = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));

  async function boot() {
    if (typeof WebAssembly !== "object" || !WebAssembly.validate(simdProbe)) {
      fail("Rampart needs a browser whose WebAssembly has SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4, or later.");
      return;
    }
    for (let i = 0; i < Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 1) - 1)); i++) {
      early.push(newWorker());
    }
    try {
      const go = new Go();
      // A worker's start needs a moment of the page's thread, which the program
      // then keeps busy.
      await Promise.all(early.map((e) => e.started));
      await new Promise((resolve) => setTimeout(resolve));
      const instance = await WebAssembly.instantiate(await programModule(), go.importObject);
      await scripts;
      await go.run(instance);
      fail("Rampart has stopped. Reload the page to start it again.");
    } catch (error) {
      fail("Rampart did not start: " + error.message + ".");
      throw error;
    }
  }
  boot();
})();
