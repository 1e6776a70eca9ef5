// Requests to the server.

/** A failed request: the reason of the server, or no answer. */
export class ApiFailure extends Error {
  constructor(status, message, help) {
    super(message);
    this.status = status;
    this.help = help;
  }
}

/** Sends a request. Returns the JSON of the answer, or throws an `ApiFailure`. */
export async function request(method, path, { body, key, signal } = {}) {
  const headers = {};
  if (method !== "GET") headers["X-Senet"] = "1";
  if (key) headers["X-Senet-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await reached(`/api${path}`, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!response.ok) throw await refusal(response);
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

/** Fetches a text, such as a picture. */
export async function text(path, { signal } = {}) {
  const response = await reached(`/api${path}`, { signal });
  if (!response.ok) throw await refusal(response);
  return response.text();
}

async function reached(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiFailure(0, "Senet does not answer.", "Check that it is running; start it with `senet` and reload this page.");
  }
}

async function refusal(response) {
  const said = await response.json().catch(() => null);
  const { message, help } = said?.error ?? {};
  return new ApiFailure(response.status, message ?? `The server answered ${response.status} ${response.statusText}.`, help ?? "Reload the page.");
}

export const get = (path, options) => request("GET", path, options);
export const post = (path, body, options) => request("POST", path, { ...options, body });
export const remove = (path, options) => request("DELETE", path, options);

/** Encodes a part of an address. */
export const part = encodeURIComponent;

/** The last part of this page's address: the name of its resource. */
export function subject() {
  return decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
}
