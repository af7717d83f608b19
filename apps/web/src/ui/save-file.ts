/** Timeout for the browser to start saving, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Downloads a URL, under the name that it is served with unless another is given. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads a text as a file. */
export function saveTextFile(name: string, text: string, type = 'text/plain;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), TIMEOUT_MS);
}

export const saveJsonFile = (name: string, data: unknown) =>
  saveTextFile(name, JSON.stringify(data, null, 2), 'application/json');
