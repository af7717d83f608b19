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
    throw new Error('Enter a password.');
  } finally {
    lines.close();
    if (isTerminal) process.stdout.write('\n');
  }
}

/** Asks a yes-or-no question at the terminal. Throws without a terminal. */
export async function promptYes(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true)
    throw new Error(`${question} There is no terminal for the answer: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // If Ctrl-C closes the prompt, its promise never settles.
  const closed = once(lines, 'close').then(() => '');
  try {
    const response = await Promise.race([lines.question(`${question} (yes/no) `), closed]);
    return /^yes$/i.test(response.trim());
  } finally {
    lines.close();
  }
}
