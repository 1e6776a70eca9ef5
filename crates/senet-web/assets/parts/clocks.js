// The clocks of people. They count down on the page between the answers of the server.

/** A time in minutes and seconds; with tenths in the last ten seconds. */
export function clockText(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, "0")];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Updates the clocks on the page; `heard` is the time of the answer with the clocks. */
export function tick(root, heard) {
  for (const clock of root.querySelectorAll("[data-left]")) {
    const used = clock.dataset.running ? (performance.now() - heard) / 1000 : 0;
    const left = Math.max(0, Number(clock.dataset.left) - used);
    clock.textContent = clockText(left);
    clock.classList.toggle("short", left < 20);
  }
}
