// Loaded after vugu's helper script and before the app.
//
// 1. domrender evaluates its helper script at start, which a policy without
//    'unsafe-eval' forbids. The script is loaded as a file instead, so the
//    call has nothing left to do.
// 2. An event that fires while vugu changes the DOM (a focused element that is
//    removed sends blur) would wait for a lock that the render holds: Go then
//    stops with a deadlock. Such events are handed over after the render.
//    preventDefault has no effect on them.
(() => {
  "use strict";
  window.eval = () => undefined;

  let rendering = false;
  const render = window.vuguRender;
  window.vuguRender = () => {
    rendering = true;
    try {
      render();
    } finally {
      rendering = false;
    }
  };

  const setEventHandler = window.vuguSetEventHandler;
  window.vuguSetEventHandler = (handle) => {
    setEventHandler((buffer) => {
      if (rendering) {
        const copy = buffer.slice(); // vugu reuses the buffer
        setTimeout(() => handle(copy), 0);
      } else {
        handle(buffer);
      }
    });
  };
})();
