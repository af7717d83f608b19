/** A command's standard streams and working directory. */
export type Terminal = {
  cwd: string;
  stdin: AsyncIterable<Uint8Array>;
  stdout: { write: (text: string) => boolean; once: (event: 'drain', listener: () => void) => unknown };
  stderr: { write: (text: string) => boolean; isTTY?: boolean };
};
