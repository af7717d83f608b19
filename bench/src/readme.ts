import { readFile, writeFile } from 'node:fs/promises';

const README = new URL('../README.md', import.meta.url);

/** Puts a bench's last figures between its markers in the README. Throws where there are no such markers. */
export async function keepFigures(name: string, figures: string): Promise<void> {
  const [opening, closing] = [`<!-- figures of ${name} -->`, `<!-- end of ${name} -->`];
  const text = await readFile(README, 'utf8');
  const from = text.indexOf(opening);
  const to = text.indexOf(closing);
  if (from < 0 || to < from) throw new Error(`bench/README.md has no place for the figures of ${name}`);
  await writeFile(README, `${text.slice(0, from)}${opening}\n\n${figures}\n\n${text.slice(to)}`);
}
