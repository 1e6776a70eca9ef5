// Pictures from the server. They are parsed as SVG and rebuilt from an allowlist of elements and attributes. Each has its own shadow tree, so that its
// styles stay local.

import { s } from "./dom.js";

const ELEMENTS = new Set(
  `svg g defs symbol use title desc style rect circle ellipse line polyline polygon path text tspan marker pattern clipPath mask
  linearGradient radialGradient stop`.split(/\s+/),
);

const ATTRIBUTES = new Set(
  `id class style role aria-label aria-hidden aria-labelledby focusable data-place data-grid data-owner data-role viewBox preserveAspectRatio width height
  x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy d points transform fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity stroke-linecap
  stroke-linejoin stroke-dasharray stroke-dashoffset opacity color visibility display font-family font-size font-weight font-style text-anchor
  dominant-baseline alignment-baseline letter-spacing textLength lengthAdjust paint-order vector-effect href offset stop-color stop-opacity gradientUnits
  gradientTransform spreadMethod patternUnits patternTransform patternContentUnits clip-path clipPathUnits mask maskUnits marker-start marker-mid marker-end
  markerWidth markerHeight markerUnits refX refY orient overflow pointer-events shape-rendering text-rendering xml:space`.split(/\s+/),
);

/** References may only point into the same picture. */
function isHarmless(name, value) {
  if (name === "href") return value.startsWith("#");
  return !/url\(\s*["']?(?!#)|@import|expression\(|javascript:/i.test(value);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || !ELEMENTS.has(node.localName)) return null;
  if (node.namespaceURI !== "http://www.w3.org/2000/svg") return null;
  if (node.localName === "style" && !isHarmless("style", node.textContent)) return null;
  const attributes = [...node.attributes].filter(({ name, value }) => ATTRIBUTES.has(name) && isHarmless(name, value));
  const element = s(node.localName, Object.fromEntries(attributes.map(({ name, value }) => [name, value])));
  element.append(...[...node.childNodes].map(copied).filter(Boolean));
  return element;
}

/** Parses a picture and drops everything that could run or load something. */
export function readPicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const picture = parsed.querySelector("parsererror") ? null : copied(parsed.documentElement);
  if (picture?.localName !== "svg") throw new Error("The drawing could not be read.");
  return picture;
}

const FRAME = `:host { display: block } svg { display: block; width: 100%; height: auto; max-height: var(--picture-height, none); margin: 0 auto }`;

/** The largest magnification of a picture. */
const LARGEST = 1.8;
/** The space for the names of columns below a board. */
const BELOW = 26;

const styles = new Map();

function styleOf(text) {
  if (!styles.has(text)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    styles.set(text, sheet);
  }
  return styles.get(text);
}

/** Shows a picture in an element, with the page's styles after its own. Returns the picture. */
export function showPicture(host, text, style = "") {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const picture = readPicture(text);
  root.adoptedStyleSheets = [styleOf(FRAME + style)];
  // Small boards need not fill large windows.
  const width = picture.viewBox.baseVal?.width;
  if (width) picture.style.maxWidth = `${Math.round(width * LARGEST)}px`;
  root.replaceChildren(picture);
  // Groups without a role cannot have names. Boards give the names to their click targets.
  for (const group of picture.querySelectorAll("g[aria-label]:not([role])")) {
    group.dataset.label = group.getAttribute("aria-label");
    group.removeAttribute("aria-label");
  }
  return picture;
}

/** The board may take the whole height for pictures; what is written below it comes on top of that. */
export function giveBoardTheSpace(picture) {
  const whole = picture.viewBox.baseVal?.height;
  const places = [...picture.querySelectorAll("[data-place]")].filter(({ dataset }) => /^\d/.test(dataset.place));
  const bottoms = places.map((place) => place.getBBox()).map(({ y, height }) => y + height);
  if (!whole || bottoms.length === 0) return;
  const share = whole / Math.min(whole, Math.max(...bottoms) + BELOW);
  picture.style.maxHeight = `calc(var(--picture-height, 100rem) * ${share.toFixed(3)})`;
}

/** Gives the role chips on this page the colours of the picture, which names the roles in order, each after a disc in its colour. */
export function learnColours(picture) {
  picture.querySelectorAll("text.seat").forEach((name, role) => {
    let disc = name.previousElementSibling;
    while (disc && disc.localName !== "circle") disc = disc.previousElementSibling;
    if (disc?.style.fill) document.documentElement.style.setProperty(`--chip-${role}`, disc.style.fill);
  });
}
