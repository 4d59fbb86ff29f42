// What the page's program (wasm/app) cannot do from Go without many small
// calls: files in and out, focus, and keys that work everywhere.
(() => {
  "use strict";
  // A file that is larger than an experiment may be is not even read.
  const maxFileBytes = 32 << 20;

  // A policy begins with the length of a JSON object, eight bytes, and the object.
  async function isPolicy(file) {
    const head = new Uint8Array(await file.slice(0, 9).arrayBuffer());
    return head.length === 9 && head[8] === 0x7b && head.subarray(4, 8).every((b) => b === 0);
  }

  // readFile returns a file's text; a policy, which is none, as a data URL.
  async function readFile(file) {
    if (file.size > maxFileBytes) {
      return "";
    }
    try {
      if (!file.name.endsWith(".safetensors") && !(await isPolicy(file))) {
        return await file.text();
      }
      return await new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.onerror = reject;
        // Without the type that the system knows for the name.
        reader.readAsDataURL(new Blob([file], { type: "application/octet-stream" }));
      });
    } catch {
      return ""; // a folder, or a file that has gone
    }
  }

  const mostFiles = 64;

  // readFiles reads files in turn: got([name, text, name, text, ...]).
  async function readFiles(files, got) {
    const list = [];
    for (const file of [...files].slice(0, mostFiles)) {
      list.push(file.name, await readFile(file));
    }
    got(list);
  }

  function pick(accept, got) {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.multiple = true;
    input.onchange = () => input.files.length > 0 && readFiles(input.files, got);
    input.click();
  }

  function save(name, type, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // savePNG paints an SVG document and saves the picture; done hears whether that
  // went well.
  function savePNG(name, svg, scale, done) {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const end = (well) => {
      URL.revokeObjectURL(address);
      done(well);
    };
    const image = new Image();
    image.onerror = () => end(false);
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = Math.ceil(image.naturalWidth * scale);
      canvas.height = Math.ceil(image.naturalHeight * scale);
      const context = canvas.getContext("2d");
      if (!context) {
        end(false);
        return;
      }
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((png) => {
        if (png) {
          save(name, "image/png", png);
        }
        end(Boolean(png));
      }, "image/png");
    };
    image.src = address;
  }

  function focus(id) {
    const element = document.getElementById(id);
    if (element) {
      element.focus();
    }
    return Boolean(element);
  }

  // showTab brings the open tab into view where the tabs scroll, once it is another
  // one than before.
  let shownTab = null;
  function showTab() {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]');
    if (!tab || tab.id === shownTab) {
      return;
    }
    shownTab = tab.id;
    const list = tab.parentElement, seen = list.getBoundingClientRect(), box = tab.getBoundingClientRect();
    if (box.left < seen.left || box.right > seen.right) {
      list.scrollLeft += box.left + box.width / 2 - seen.left - seen.width / 2;
    }
  }

  // copy puts a text on the clipboard. Where the page may not (it is not served
  // over https, or was not asked to by a person), done hears false.
  function copy(text, done) {
    if (!navigator.clipboard) {
      done(false);
      return;
    }
    navigator.clipboard.writeText(text).then(() => done(true), () => done(false));
  }

  // A snapshot has at most 1 MiB; a server that sends more is not read to the end.
  const maxAnswer = 2 << 20;
  const patience = 15000;

  // ask sends a request to the page's own server: done(status, body, Retry-After),
  // with the status 0 if there was no answer.
  async function ask(method, path, body, done) {
    const request = { method, signal: AbortSignal.timeout(patience), credentials: "omit" };
    if (body) {
      request.body = body;
      request.headers = { "Content-Type": "application/json" };
    }
    try {
      const response = await fetch(path, request);
      let text = "";
      const reader = response.body ? response.body.pipeThrough(new TextDecoderStream()).getReader() : null;
      for (let part; reader && !(part = await reader.read()).done; ) {
        text += part.value;
        if (text.length > maxAnswer) {
          await reader.cancel();
          throw new RangeError("the answer is too long");
        }
      }
      done(response.status, text, response.headers.get("Retry-After") || "");
    } catch {
      done(0, "", "");
    }
  }

  // A click beside a dialog closes it, as Escape does.
  function showDialog(id) {
    const dialog = document.getElementById(id);
    if (!dialog || dialog.open) {
      return false;
    }
    dialog.onclick = (event) => event.target === dialog && dialog.close();
    dialog.showModal();
    return true;
  }

  function hideDialog(id) {
    const dialog = document.getElementById(id);
    if (dialog) {
      dialog.close();
    }
  }

  function clearFragment() {
    history.replaceState(null, "", location.pathname + location.search);
  }

  // The draft is the tab's own: two tabs do not offer each other's.
  const draftKey = "rampart-draft";

  function keepDraft(text) {
    try {
      if (text) {
        sessionStorage.setItem(draftKey, text);
      } else {
        sessionStorage.removeItem(draftKey);
      }
    } catch {
      // no room, or no storage: a draft is not promised
    }
  }

  function draft() {
    try {
      return sessionStorage.getItem(draftKey) || "";
    } catch {
      return "";
    }
  }

  const isTyping = (element) => element.closest && element.closest("input, textarea, select, [contenteditable]");

  function command(event) {
    const key = event.key.toLowerCase();
    if (event.key === "Escape") {
      return "close";
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) {
      return "";
    }
    if (key === "enter") {
      return "run";
    }
    if (key === "z") {
      return event.shiftKey ? "redo" : "undo";
    }
    return key === "y" && !event.shiftKey ? "redo" : "";
  }

  function listen(onCommand, onFiles, onText) {
    addEventListener("hashchange", () => onCommand("address"));
    addEventListener("paste", (event) => {
      const data = event.clipboardData;
      if (data && data.files.length > 0 && !isTyping(event.target)) {
        readFiles(data.files, onFiles);
        return;
      }
      const text = data ? data.getData("text/plain") : "";
      if (text && text.length <= maxFileBytes && !isTyping(event.target)) {
        onText(text);
      }
    });
    addEventListener("keydown", (event) => {
      const name = command(event);
      if (name && !document.querySelector("dialog[open]")) {
        if (name !== "close") {
          event.preventDefault();
        }
        onCommand(name);
      }
    });
    addEventListener("dragover", (event) => {
      const { types } = event.dataTransfer;
      if (types.includes("Files") || (types.includes("text/plain") && !isTyping(event.target))) {
        event.preventDefault();
        document.documentElement.classList.add("dragging");
      }
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) {
        document.documentElement.classList.remove("dragging");
      }
    });
    addEventListener("drop", (event) => {
      document.documentElement.classList.remove("dragging");
      if (event.dataTransfer.files.length > 0) {
        event.preventDefault();
        readFiles(event.dataTransfer.files, onFiles);
        return;
      }
      const text = event.dataTransfer.getData("text/plain");
      if (text && text.length <= maxFileBytes && !isTyping(event.target)) {
        event.preventDefault();
        onText(text);
      }
    });
  }

  Object.assign(window.rampart, { pick, save, savePNG, focus, showTab, listen, copy, ask, showDialog, hideDialog, clearFragment, keepDraft, draft });
})();
