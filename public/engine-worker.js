// A Web Worker that runs the engine. Its first message is the compiled module;
// all others, in both directions, are strings: the JSON of package wire.
"use strict";
importScripts("wasm_exec.js");

const early = []; // requests that came before the engine was ready
self.rampartReceive = (text) => early.push(text);
self.rampartEarly = early;

self.onmessage = async (event) => {
  if (typeof event.data === "string") {
    self.rampartReceive(event.data);
    return;
  }
  let exited = "its program ended";
  try {
    const go = new Go();
    go.exit = (code) => {
      exited = "its program ended with status " + code;
    };
    await go.run(await WebAssembly.instantiate(event.data, go.importObject));
  } catch (error) {
    exited = error.message;
  }
  self.postMessage({ exited });
};

self.postMessage("loaded");
