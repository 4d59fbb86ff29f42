// What ui/store keeps, in IndexedDB. window.rampart.openStore(version) returns
// the steps that wasm/app/database.go calls; each calls back once with a value
// and a failure: "" or "NAME: sentence".
//
// Layout 1: the object store "meta" holds { key, meta } and "data" holds bytes
// by the same key, so that a list does not read all files.
(() => {
  "use strict";
  const name = "rampart";

  // Each layout is made from the one before it.
  const upgrades = [
    (db) => {
      db.createObjectStore("meta", { keyPath: "key" });
      db.createObjectStore("data");
    },
  ];

  const say = (error) => (error ? `${error.name}: ${error.message}` : "AbortError: The browser gave the work up");

  function openStore(version) {
    let opened = null;
    const held = new Map(); // names of locks to what lets go of them

    function open() {
      opened = opened || new Promise((resolve, reject) => {
        if (!window.indexedDB) {
          reject(new DOMException("IndexedDB is missing", "Missing"));
          return;
        }
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = (event) => {
          for (let from = event.oldVersion; from < version; from++) {
            upgrades[from](request.result);
          }
        };
        request.onsuccess = () => {
          const db = request.result;
          // Another page with a later layout must not wait for this one.
          db.onversionchange = () => {
            db.close();
            opened = null;
          };
          db.onclose = () => { opened = null; };
          resolve(db);
        };
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new DOMException("another page holds an earlier version open", "BlockedError"));
      });
      opened.catch(() => { opened = null; });
      return opened;
    }

    // One transaction: work gets both object stores and may return a request,
    // whose result is the value.
    function transact(mode, work, done) {
      open().then((db) => {
        const t = db.transaction(["meta", "data"], mode, mode === "readwrite" ? { durability: "strict" } : undefined);
        let value;
        const result = work(t.objectStore("meta"), t.objectStore("data"), (v) => { value = v; });
        t.oncomplete = () => done(value === undefined && result ? result.result : value, "");
        t.onabort = () => done(undefined, say(t.error));
      }).catch((error) => done(undefined, say(error)));
    }

    return {
      put: (key, meta, data, done) => transact("readwrite", (metas, datas) => {
        metas.put({ key, meta });
        datas.put(data, key);
      }, done),

      get: (key, done) => transact("readonly", (metas, datas, give) => {
        const meta = metas.get(key), data = datas.get(key);
        data.onsuccess = () => give(meta.result ? { key, meta: meta.result.meta, data: data.result } : null);
      }, done),

      list: (prefix, done) => transact("readonly", (metas) => metas.getAll(IDBKeyRange.bound(prefix, prefix + "\uffff")), done),

      remove: (key, done) => transact("readwrite", (metas, datas) => {
        metas.delete(key);
        datas.delete(key);
      }, done),

      persist: (done) => {
        const storage = navigator.storage;
        if (!storage || !storage.persist) {
          done(false, "");
          return;
        }
        storage.persist().then((granted) => done(granted, ""), () => done(false, ""));
      },

      // A page that is just being left may hold its lock a moment longer.
      claim: (lock, done) => {
        if (!navigator.locks) {
          done(true, "");
          return;
        }
        const attempt = (left) => navigator.locks.request(lock, { ifAvailable: true }, (mine) => {
          if (mine) {
            done(true, "");
            return new Promise((resolve) => held.set(lock, resolve));
          }
          if (left > 0) {
            setTimeout(() => attempt(left - 1), 250);
          } else {
            done(false, "");
          }
          return undefined;
        });
        attempt(8).catch(() => done(true, ""));
      },

      release: (lock) => {
        const letGo = held.get(lock);
        held.delete(lock);
        if (letGo) {
          letGo();
        }
      },
    };
  }

  window.rampart.openStore = openStore;
})();
