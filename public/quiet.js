// vugu writes every attribute and every text at each drawing. Writes that
// change nothing are left out here: they would cost style and layout, make
// screen readers repeat themselves and collapse a selection.
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
  // The text of an element says nothing about the elements inside.
  replace(Node.prototype, "textContent", (node) => node.nodeType !== Node.ELEMENT_NODE);
  replace(HTMLInputElement.prototype, "value", () => true);
})();
