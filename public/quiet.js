// vugu writes every attribute and every text at each drawing. Writes that
// change nothing are left out here: they would cost style and layout, make
// screen readers repeat themselves and collapse a selection. The others are
// made in the cheapest way.
(() => {
  "use strict";
  const element = Element.prototype;
  const setAttribute = element.setAttribute;
  const getAttribute = element.getAttribute;
  element.setAttribute = function (name, value) {
    if (getAttribute.call(this, name) !== value) {
      setAttribute.call(this, name, value);
    }
  };
  const setAttributeNS = element.setAttributeNS;
  const getAttributeNS = element.getAttributeNS;
  element.setAttributeNS = function (space, name, value) {
    if (getAttributeNS.call(this, space, name) !== value) {
      setAttributeNS.call(this, space, name, value);
    }
  };

  // replace gives a property a setter that passes on only what differs, on the
  // nodes that quiet says.
  function replace(prototype, name, quiet) {
    const { get, set } = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get,
      set(value) {
        if (!quiet(this) || get.call(this) !== value) {
          set.call(this, value);
        }
      },
    });
  }
  replace(element, "innerHTML", () => true);

  // vugu writes text as HTML. Text in place of text needs no parser and no new
  // node. What the parser would change is left to it.
  const html = Object.getOwnPropertyDescriptor(element, "innerHTML");
  Object.defineProperty(element, "innerHTML", {
    ...html,
    set(value) {
      const text = this.firstChild;
      if (value === "" || !text || text !== this.lastChild || text.nodeType !== Node.TEXT_NODE || /[<&\r\n\0]/.test(value)) {
        html.set.call(this, value);
      } else if (text.data !== value) {
        text.data = value;
      }
    },
  });

  // A drawing is some thousands of short words, for which a call of the browser's
  // decoder takes longer than to put them together here.
  const decode = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = function (bytes, ...options) {
    if (options.length > 0 || !(bytes instanceof DataView) || bytes.byteLength > 40) {
      return decode.call(this, bytes, ...options);
    }
    let word = "";
    for (let i = 0; i < bytes.byteLength; i++) {
      const code = bytes.getUint8(i);
      if (code > 127) {
        return decode.call(this, bytes);
      }
      word += String.fromCharCode(code);
    }
    return word;
  };
  // The text of an element says nothing about the elements inside.
  replace(Node.prototype, "textContent", (node) => node.nodeType !== Node.ELEMENT_NODE);
  replace(HTMLInputElement.prototype, "value", () => true);

  // A drawing is built and shown in tasks of their own (wasm/app/main.go). What
  // was typed between the two is not in it: shown, it would take the letter away
  // again, and the next one would be typed behind what is left. The drawing that
  // the letter has brought about comes next.
  let typed = 0;
  let built = 0;
  const typedAt = new WeakMap();
  addEventListener("input", (event) => typedAt.set(event.target, ++typed), true);
  window.buildBegins = () => {
    built = typed;
  };
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  Object.defineProperty(HTMLInputElement.prototype, "value", {
    ...value,
    set(text) {
      if (!(typedAt.get(this) > built)) {
        value.set.call(this, text);
      }
    },
  });
})();
