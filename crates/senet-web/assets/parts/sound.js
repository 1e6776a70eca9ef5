// Short tones, made by the browser itself. They can be switched off, and the choice is remembered.

const NAME = "senet-sound";
let context = null;

/** True if tones are on. */
export function soundIsOn() {
  return localStorage.getItem(NAME) !== "off";
}

/** Switches tones on or off. */
export function switchSound() {
  localStorage.setItem(NAME, soundIsOn() ? "off" : "on");
}

const TONES = { move: [[440, 0, 0.06]], mine: [[523, 0, 0.06], [659, 0.07, 0.08]], end: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.2]] };

/** Plays a tone: `move`, `mine` (your turn) or `end`. Browsers allow it only after the visitor has used the page. */
export function play(kind) {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [pitch, wait, length] of TONES[kind]) tone(pitch, context.currentTime + wait, length);
}

function tone(pitch, start, length) {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
