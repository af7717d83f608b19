/** How long a browser may take to begin saving, in milliseconds. */
const TIMEOUT_MS = 60_000;

function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TIMEOUT_MS);
}

/** Has the browser save data as a JSON file. */
export const saveJsonFile = (name: string, data: unknown) =>
  saveFile(name, JSON.stringify(data, null, 2), 'application/json');

/** Has the browser save a text. */
export const saveTextFile = (name: string, text: string) => saveFile(name, text, 'text/plain');
