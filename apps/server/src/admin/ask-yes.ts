import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Asks at the terminal for a yes. Throws without a terminal. */
export async function askYes(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true)
    throw new Error(`${question} There is no terminal to answer at: give --yes too.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C closes the question, which then would wait for ever.
  const closed = once(lines, 'close').then(() => '');
  try {
    const answer = await Promise.race([lines.question(`${question} (yes/no) `), closed]);
    return /^yes$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
