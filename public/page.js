// What the page's program (wasm/app) cannot do from Go without many small
// calls: files in and out, focus, and keys that work everywhere.
(() => {
  "use strict";
  // A file that is larger than an experiment may be is not even read.
  const maxFileBytes = 32 << 20;

  function readFile(file, got) {
    if (file.size > maxFileBytes) {
      got(file.name, "");
      return;
    }
    // A policy is not text: it comes as a data URL.
    if (file.name.endsWith(".safetensors")) {
      const reader = new FileReader();
      reader.onload = () => got(file.name, reader.result);
      reader.onerror = () => got(file.name, "");
      reader.readAsDataURL(file);
      return;
    }
    file.text().then((text) => got(file.name, text), () => got(file.name, ""));
  }

  function pick(accept, got) {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.onchange = () => input.files.length > 0 && readFile(input.files[0], got);
    input.click();
  }

  function save(name, type, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function focus(id) {
    const element = document.getElementById(id);
    if (element) {
      element.focus();
    }
  }

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

  function listen(onCommand, onFile) {
    addEventListener("keydown", (event) => {
      const name = command(event);
      if (name) {
        if (name !== "close") {
          event.preventDefault();
        }
        onCommand(name);
      }
    });
    addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) {
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
        readFile(event.dataTransfer.files[0], onFile);
      }
    });
  }

  Object.assign(window.rampart, { pick, save, focus, listen });
})();
