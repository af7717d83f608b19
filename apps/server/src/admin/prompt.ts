import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Prompts for a password at the terminal without echo; without a terminal, reads the first line of standard input. */
export async function promptPassword(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    throw new Error('No password was given.');
  } finally {
    lines.close();
    if (isTerminal) process.stdout.write('\n');
  }
}

/** Prompts for a yes at the terminal. Throws without one. */
export async function promptYes(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true)
    throw new Error(`${question} There is no terminal to answer at: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C closes the prompt, whose promise would then never settle.
  const closed = once(lines, 'close').then(() => '');
  try {
    const response = await Promise.race([lines.question(`${question} (yes/no) `), closed]);
    return /^yes$/i.test(response.trim());
  } finally {
    lines.close();
  }
}
