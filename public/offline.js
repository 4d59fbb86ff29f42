// Has the site kept for use without a network (sw.js), and tells of new versions.
// boot.js imports this when the page has started.
const prefix = "rampart-site-"; // as in sw.js
const version = document.documentElement.dataset.version;
const checkEvery = 3600e3; // ms between looks for a new version

// start tells what becomes of it, in one word each:
//   "kept"     this page works without a network from now on
//   "failed"   it does not; the browser's reason comes second
//   "update"   a new version is ready: take() shows it
//   "changed"  another page has taken a new version; this one goes on as it is
// It returns take, or nothing where the browser has no service workers.
export function start(tell) {
  if (!("serviceWorker" in navigator)) {
    tell("failed", "this browser or this address does not allow it");
    return undefined;
  }
  const container = navigator.serviceWorker;
  let waiting = null;
  let taking = false;

  // The files of this version stay as long as this page does; see clean in sw.js.
  navigator.locks?.request(prefix + version, { mode: "shared" }, () => new Promise(() => {}));

  const ask = (worker, then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => then(event.data);
    worker.postMessage("version", [port2]);
  };

  const offer = (worker) => ask(worker, (its) => {
    if (its === version) {
      worker.postMessage("take"); // this page came past the cache: it is of that version already
      return;
    }
    waiting = worker;
    tell("update");
  });

  const follow = (worker) => worker.addEventListener("statechange", () => {
    if (worker.state === "installed" && container.controller) {
      offer(worker);
    } else if (worker.state === "activated") {
      tell("kept");
    } else if (worker.state === "redundant" && !container.controller) {
      tell("failed", "the site could not be fetched as a whole");
    }
  });

  container.addEventListener("controllerchange", () => {
    if (taking) {
      location.reload();
      return;
    }
    ask(container.controller, (its) => its !== version && tell("changed"));
  });

  container.register("sw.js", { updateViaCache: "none" }).then((registration) => {
    registration.addEventListener("updatefound", () => follow(registration.installing));
    if (registration.installing) {
      follow(registration.installing);
    }
    if (registration.waiting) {
      offer(registration.waiting);
    }
    if (registration.active) {
      tell("kept");
      registration.active.postMessage("clean");
    }
    let checked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - checked > checkEvery) {
        checked = Date.now();
        registration.update().catch(() => {}); // without a network there is nothing new
      }
    });
  }, (error) => tell("failed", error.message));

  return () => {
    taking = true;
    if (waiting && waiting.state === "installed") {
      waiting.postMessage("take");
    } else {
      location.reload();
    }
  };
}
