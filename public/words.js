// Says what the element under the pointer, or with the focus, means or is
// exactly: the one line of data-tip, with data-origin below it, and, once it is pressed, all that the
// glossary says of data-word. One box for the whole page, above dialogs, that no
// scrolling table cuts off and that moves nothing.
(() => {
  "use strict";
  const waitMs = 90; // so that a pointer that passes by shows nothing
  const graceMs = 160; // to move the pointer from the word into the box
  const edge = 8;

  let box = null;
  let word = null; // the element that the box is about
  let whole = false; // it shows all of the glossary's entry
  let timer = 0;
  let watch = 0;

  function make() {
    box = document.createElement("div");
    box.id = "tip";
    box.setAttribute("role", "tooltip");
    box.setAttribute("popover", "manual");
    document.body.append(box);
  }

  const about = (target) => (target instanceof Element ? target.closest("[data-tip]") : null);

  function line(name, text) {
    const p = document.createElement("p");
    p.className = name;
    p.textContent = text;
    return p;
  }

  function fill() {
    const key = word.dataset.word;
    const entry = whole && key && window.rampart.word ? window.rampart.word(key) : null;
    const parts = [line("tip-line", word.dataset.tip)];
    if (word.dataset.origin) {
      parts.push(line("tip-source", word.dataset.origin));
    }
    if (entry) {
      const [term, note, source] = entry;
      parts.unshift(line("tip-term", term));
      if (note) {
        parts.push(line("tip-note", note));
      }
      parts.push(line("tip-source", source));
    }
    box.replaceChildren(...parts);
  }

  function place() {
    const r = word.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    if (r.bottom < 0 || r.top > clientHeight || r.right < 0 || r.left > clientWidth || (r.width === 0 && r.height === 0)) {
      hide();
      return;
    }
    const { width, height } = box.getBoundingClientRect();
    const below = r.bottom + 6;
    const up = below + height > clientHeight - edge && r.top - 6 - height > edge;
    box.style.left = Math.max(edge, Math.min(r.left, clientWidth - width - edge)) + "px";
    box.style.top = (up ? r.top - 6 - height : below) + "px";
  }

  function show(element, all) {
    clearTimeout(timer);
    if (!element.dataset.tip) {
      hide();
      return;
    }
    if (!box) {
      make();
    }
    word = element;
    whole = all;
    fill();
    box.classList.add("open");
    if (box.showPopover) {
      // Again, so that it stands above a dialog that was opened meanwhile.
      box.hidePopover();
      box.showPopover();
    }
    place();
    clearInterval(watch);
    // A drawing may change the word, or take it away.
    watch = setInterval(() => {
      if (!word.isConnected) {
        hide();
      } else if (box.querySelector(".tip-line").textContent !== word.dataset.tip) {
        fill();
        place();
      }
    }, 250);
  }

  function hide() {
    clearTimeout(timer);
    clearInterval(watch);
    if (word && box) {
      if (box.hidePopover) {
        box.hidePopover();
      }
      box.classList.remove("open");
    }
    word = null;
    whole = false;
  }

  const soon = (ms, what) => {
    clearTimeout(timer);
    timer = setTimeout(what, ms);
  };

  const focused = () => about(document.activeElement);

  addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") {
      return;
    }
    const target = about(event.target);
    if (target && target === word) {
      clearTimeout(timer);
    } else if (target) {
      soon(waitMs, () => target.isConnected && show(target, false));
    } else if (box && box.contains(event.target)) {
      clearTimeout(timer);
    } else if (word && !whole) {
      const stay = focused();
      soon(graceMs, () => (stay && stay.matches(":focus-visible") ? show(stay, false) : hide()));
    } else {
      clearTimeout(timer);
    }
  });
  document.documentElement.addEventListener("pointerleave", () => word && !whole && soon(graceMs, hide));

  addEventListener("focusin", (event) => {
    const target = about(event.target);
    if (target) {
      if (target !== word) {
        show(target, false);
      }
    } else if (word) {
      hide();
    }
  });
  addEventListener("focusout", (event) => word && about(event.target) === word && hide());

  addEventListener("click", (event) => {
    const target = about(event.target);
    if (target && target.dataset.word) {
      show(target, !(whole && target === word));
    } else if (word && !target && !(box && box.contains(event.target))) {
      hide();
    }
  });

  // Escape takes away what is said, whatever else it would do.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") {
      return;
    }
    if (word) {
      hide();
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  let due = false;
  const follow = () => {
    if (word && !due) {
      due = true;
      requestAnimationFrame(() => {
        due = false;
        if (word) {
          place();
        }
      });
    }
  };
  addEventListener("scroll", follow, { capture: true, passive: true });
  addEventListener("resize", follow);
})();
