// What ui/store keeps, in IndexedDB. window.rampart.openStore(version, heard)
// returns the steps that wasm/app/database.go calls; each calls back once with a
// value and a failure: "" or "NAME: sentence". heard(key, failure) hears what
// other pages have changed and, with the key "", what concerns everything.
//
// Layout 1: the object store "meta" holds { key, meta } and "data" holds bytes
// by the same key, so that a list does not read all files.
// Layout 2: "meta" also holds size, the number of those bytes, and saved, when
// they were written, in milliseconds since 1970.
(() => {
  "use strict";
  const name = "rampart";

  // Each layout is made from the one before it, inside the transaction that
  // changes the version: all of it happens or nothing.
  const upgrades = [
    (db) => {
      db.createObjectStore("meta", { keyPath: "key" });
      db.createObjectStore("data");
    },
    (_, transaction) => {
      const metas = transaction.objectStore("meta"), datas = transaction.objectStore("data");
      metas.openCursor().onsuccess = ({ target: { result: at } }) => {
        if (at) {
          const record = at.value;
          datas.get(record.key).onsuccess = ({ target: { result: data } }) => {
            metas.put({ ...record, size: data ? data.byteLength : 0, saved: 0 });
          };
          at.continue();
        }
      };
    },
  ];

  const say = (error) => (error ? `${error.name}: ${error.message}` : "AbortError: The browser gave the work up");
  const all = (prefix) => IDBKeyRange.bound(prefix, prefix + "\uffff");

  function openStore(version, heard) {
    let opened = null;
    const held = new Map(); // names of locks to what lets go of them
    const channel = window.BroadcastChannel ? new BroadcastChannel("rampart-store") : null;
    if (channel) {
      channel.onmessage = ({ data }) => data.forEach((key) => heard(key, ""));
    }
    const tell = (keys) => channel && keys.length > 0 && channel.postMessage(keys);

    function connect(resolve, reject) {
      let request;
      try {
        request = window.indexedDB.open(name, version);
      } catch (error) { // where there is none, or it is forbidden
        queueMicrotask(() => { opened = null; });
        reject(window.indexedDB ? error : new DOMException("IndexedDB is missing", "Missing"));
        return;
      }
      request.onupgradeneeded = (event) => {
        const made = request.result.objectStoreNames.contains("meta"); // or somebody has made an empty one
        for (let from = made ? event.oldVersion : 0; from < version; from++) {
          upgrades[from](request.result, request.transaction);
        }
      };
      request.onsuccess = () => {
        const db = request.result;
        // Another page with a later layout, or one that deletes everything, must
        // not wait for this one.
        db.onversionchange = (event) => {
          db.close();
          opened = null;
          heard("", event.newVersion === null ? "Lost: deleted by another page" : "VersionError: a later layout");
        };
        db.onclose = () => {
          opened = null;
          heard("", "Lost: deleted by the browser");
        };
        opened = Promise.resolve(db); // also where whoever asked was told that it is blocked
        resolve(db);
      };
      request.onerror = () => {
        opened = null;
        reject(request.error);
      };
      // The request goes on: it succeeds when the other page is closed.
      request.onblocked = () => reject(new DOMException("another page holds an earlier version open", "Blocked"));
    }

    function open() {
      opened = opened || new Promise(connect);
      return opened;
    }

    // begin starts a transaction, on a new connection if the one at hand has just
    // been closed.
    async function begin(mode) {
      const start = async () => {
        const db = await open();
        return db.transaction(["meta", "data"], mode, mode === "readwrite" ? { durability: "strict" } : undefined);
      };
      try {
        return await start();
      } catch (error) {
        if (error.name !== "InvalidStateError" || !opened) {
          throw error;
        }
        opened = null;
        return start();
      }
    }

    // One transaction: work gets both object stores, sets the value by give and
    // adds the keys that it has changed to changed.
    let before = Promise.resolve(); // the start of the last one: they keep their order
    function transact(mode, work, done) {
      const started = before.then(() => begin(mode)).then((t) => {
        let value, failure = "";
        const changed = [];
        t.oncomplete = () => {
          tell(changed);
          done(value, "");
        };
        t.onabort = () => done(undefined, failure || say(t.error));
        const give = (v) => { value = v; };
        const fail = (why) => {
          failure = why;
          t.abort();
        };
        try {
          work(t.objectStore("meta"), t.objectStore("data"), { give, fail, changed });
        } catch (error) {
          fail(say(error));
        }
      });
      before = started.catch((error) => done(undefined, say(error)));
    }

    // The program lets go of what it has handed over only when its garbage is
    // collected, which may be minutes later: the bytes are taken out of it.
    function taken(bytes) {
      return bytes.buffer.transfer ? new Uint8Array(bytes.buffer.transfer()) : bytes;
    }

    // recordOf puts a record together: key, words as UTF-8, and bytes.
    function recordOf(key, words, bytes) {
      return { key, meta: new TextDecoder().decode(taken(words)), data: taken(bytes) };
    }

    function write(metas, datas, { key, meta, data }, changed) {
      metas.put({ key, meta, size: data.byteLength, saved: Date.now() });
      datas.put(data, key);
      changed.push(key);
    }

    return {
      put: (key, words, bytes, done) => {
        const record = recordOf(key, words, bytes);
        transact("readwrite", (metas, datas, { changed }) => write(metas, datas, record, changed), done);
      },

      replace: (key, words, bytes, done) => {
        const record = recordOf(key, words, bytes);
        transact("readwrite", (metas, datas, { fail, changed }) => {
          metas.count(key).onsuccess = ({ target: { result: there } }) => {
            if (there) {
              write(metas, datas, record, changed);
            } else {
              fail("Gone: no such record");
            }
          };
        }, done);
      },

      get: (key, done) => transact("readonly", (metas, datas, { give }) => {
        const meta = metas.get(key), data = datas.get(key);
        data.onsuccess = () => give(meta.result ? { ...meta.result, data: data.result } : null);
      }, done),

      list: (prefix, done) => transact("readonly", (metas, _, { give }) => {
        const list = metas.getAll(all(prefix));
        list.onsuccess = () => give(list.result);
      }, done),

      remove: (key, done) => transact("readwrite", (metas, datas, { changed }) => {
        metas.delete(key);
        datas.delete(key);
        changed.push(key);
      }, done),

      take: (prefixes, done) => transact("readwrite", (metas, datas, { give, changed }) => {
        const taken = [];
        give(taken);
        for (const prefix of prefixes) {
          const list = metas.getAll(all(prefix));
          list.onsuccess = () => {
            for (const record of list.result) {
              taken.push(record);
              changed.push(record.key);
              datas.get(record.key).onsuccess = ({ target: { result: data } }) => { record.data = data; };
            }
            metas.delete(all(prefix));
            datas.delete(all(prefix));
          };
        }
      }, done),

      room: (done) => {
        const storage = navigator.storage;
        if (!storage || !storage.estimate) {
          done(null, "");
          return;
        }
        Promise.all([storage.estimate(), storage.persisted ? storage.persisted() : false]).then(
          ([{ usage, quota }, lasting]) => done({ usage, quota, lasting }, ""),
          () => done(null, ""),
        );
      },

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
