/** How long a browser may take to begin saving, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Has the browser save data as a JSON file. */
export function saveJsonFile(name: string, data: unknown): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), PATIENCE_MS);
}
