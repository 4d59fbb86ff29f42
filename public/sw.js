// Keeps the site for use without a network: one whole version of it, in a cache
// of its own. wasm/site fills in the two constants, so that a change of any file
// changes this one, by which the browser notices a new version.
//
// A version is never mixed with another. The names of all files but the page
// itself say their content, every file is checked against its hash, and the new
// version answers for the page only once all of it is here and somebody has asked
// for it. A page that is still open finds the files of its own version until it
// is closed: see clean.
"use strict";

const version = "development";
const files = []; // [name, integrity]; the page itself is "./"

const prefix = "rampart-site-"; // of caches, and of the locks in offline.js
const own = prefix + version;
const scope = self.registration.scope;

async function install() {
  const cache = await caches.open(own);
  try {
    // One after another: nobody waits for this.
    for (const [name, integrity] of files) {
      const url = new URL(name, scope).href;
      // A name with a hash is the same file in every version.
      const kept = name === "./" ? undefined : await caches.match(url, { ignoreVary: true });
      await cache.put(url, kept || (await load(url, integrity)));
    }
  } catch (error) {
    await caches.delete(own);
    throw error; // the browser tries again later
  }
}

async function load(url, integrity) {
  const response = await fetch(url, { integrity, redirect: "follow", cache: url === scope ? "no-cache" : "default" });
  if (!response.ok) {
    throw new Error(`${url}: status ${response.status}`);
  }
  // A page that was redirected may not answer for another address.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

// clean deletes the versions that no page is of. Every page holds a lock that is
// named after its version; while one of them does not yet, nothing is deleted.
async function clean() {
  if (self.registration.waiting || self.registration.installing || !navigator.locks) {
    return;
  }
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const used = (await navigator.locks.query()).held.map((lock) => lock.name).filter((name) => name.startsWith(prefix));
  if (used.length < pages.length) {
    return;
  }
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== own && !used.includes(name)) {
      await caches.delete(name);
    }
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(clean)));

self.addEventListener("message", (event) => {
  switch (event.data) {
    case "version":
      event.ports[0].postMessage(version);
      break;
    case "take": // the place of the version before, since the user has asked for it
      self.skipWaiting();
      break;
    case "clean":
      event.waitUntil(clean());
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope)) {
    return;
  }
  const name = url.pathname.slice(new URL(scope).pathname.length);
  if (request.mode === "navigate") {
    if (name === "" || name === "index.html") {
      event.respondWith(caches.match(scope, { cacheName: own, ignoreVary: true }).then((page) => page || fetch(request)));
    }
  } else if (/\.[0-9a-f]{10}\.[a-z0-9]+$/.test(name)) {
    // Of whatever version: the name says the content.
    event.respondWith(caches.match(request, { ignoreVary: true }).then((file) => file || fetch(request)));
  }
});
