import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeSound } from './voices.ts';

/** Folder of prompts recorded by people: Debian's `asterisk-core-sounds-*-g722`. */
export const PROMPTS = '/usr/share/asterisk/sounds';

/** Limits of a prompt's length in bytes. G.722 has 8000 bytes per second. */
const PROMPT_BYTES = { least: 12_000, most: 52_000 };
const NO_SPEECH = /beep|tone|glorious|silence/;

/** Reads about `count` prompts of 1.5 to 6.5 s, evenly spread over a speaker's folder. */
export function readPrompts(name: string, count: number): Float32Array[] {
  const folder = path.join(PROMPTS, name);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && !NO_SPEECH.test(file.name))
    .map((file) => readFileSync(path.join(folder, file.name)))
    .filter(({ length }) => length >= PROMPT_BYTES.least && length <= PROMPT_BYTES.most);
  const step = Math.max(1, Math.floor(files.length / count));
  const chosen = files.filter((_, index) => index % step === 0);
  // Decode them together, since starting a program for each takes longer than everything else.
  const sound = decodeSound('-', { format: 'g722', input: Buffer.concat(chosen) });
  let at = 0;
  return chosen.map(({ length }) => {
    at += 2 * length;
    return sound.slice(at - 2 * length, at);
  });
}
