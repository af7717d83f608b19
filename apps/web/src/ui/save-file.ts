/** How long a browser may take to begin saving, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Has the browser save a text. */
export function saveTextFile(name: string, text: string, type = 'text/plain;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TIMEOUT_MS);
}

/** Has the browser save data as a JSON file. */
export const saveJsonFile = (name: string, data: unknown) =>
  saveTextFile(name, JSON.stringify(data, null, 2), 'application/json');
