/** Time for the browser to start the download, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Downloads a URL, under the name from the server unless another is given. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export function saveTextFile(name: string, text: string, type = 'text/plain;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  startDownload(url, name);
  setTimeout(() => URL.revokeObjectURL(url), TIMEOUT_MS);
}

export const saveJsonFile = (name: string, data: unknown) =>
  saveTextFile(name, JSON.stringify(data, null, 2), 'application/json');
