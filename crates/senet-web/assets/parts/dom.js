// Creates elements. Strings always become text, never markup.

/** Creates an HTML element. Attributes that begin with `on` are listeners; `false`, `null` and `undefined` omit an attribute. */
export function h(tag, attributes, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function s(tag, attributes, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces all children. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The element of the page with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Calls the function after a pause without further calls. */
export function debounced(milliseconds, call) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...given), milliseconds);
  };
}

/** Returns an observer that calls the function for each observed element when it first comes into view. */
export function whenSeen(call) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries.filter((entry) => entry.isIntersecting)) {
        observer.unobserve(entry.target);
        call(entry.target);
      }
    },
    { rootMargin: "300px" },
  );
  return observer;
}

/** Calls the function at intervals while the page is visible; each call waits for the one before. */
export function repeatedly(milliseconds, call) {
  const again = async () => {
    if (document.visibilityState === "visible") await call();
    setTimeout(again, milliseconds);
  };
  return again();
}
