// Server-sent events. A broken connection is restored, and the page says so meanwhile.

const banner = document.querySelector(".connection");
const broken = new Set();

function say() {
  banner.hidden = broken.size === 0;
  banner.textContent = broken.size === 0 ? "" : "The connection is lost. This page waits for the server and goes on by itself …";
}

/**
 * Listens to events. `handlers` has a function for each kind of event. `open` is called after each (re)connection, so that the page can request what it
 * missed; `lost` after each failed attempt, with a function that stops listening. The event `closed` ends the stream. Returns the function that stops
 * listening.
 */
export function listen(path, handlers) {
  const link = { source: null, wait: 500, timer: 0, ended: false };
  const end = () => {
    link.ended = true;
    clearTimeout(link.timer);
    link.source?.close();
    broken.delete(link);
    say();
  };
  const connect = () => {
    link.source = new EventSource(`/api${path}`);
    link.source.onopen = () => {
      link.wait = 500;
      broken.delete(link);
      say();
      handlers.open?.();
    };
    link.source.onerror = () => {
      if (link.ended) return;
      link.source.close();
      broken.add(link);
      say();
      // A random delay: otherwise all pages would reconnect at the same moment after a restart of the server.
      link.timer = setTimeout(connect, link.wait * (0.75 + Math.random() / 2));
      link.wait = Math.min(link.wait * 2, 4000);
      handlers.lost?.(end);
    };
    for (const [kind, handle] of Object.entries(handlers).filter(([kind]) => kind !== "open" && kind !== "lost")) {
      link.source.addEventListener(kind, (event) => handle(event.data ? JSON.parse(event.data) : null));
    }
    link.source.addEventListener("closed", end);
  };
  connect();
  addEventListener("pagehide", end);
  return end;
}
