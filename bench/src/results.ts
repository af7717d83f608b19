import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type Report, toMarkdown } from './report.ts';

const FOLDER = new URL('../results/', import.meta.url);
const TABLES = new URL('../results.md', import.meta.url);

/** The last result of a bench, as it is in `results/`; `environment` is the day, the machine and the server measured. */
type Result = Omit<Report, 'failures'> & { bench: string; environment: string };

/** Keeps a result and writes all tables again. */
export async function saveResult({ bench, environment, rows, notes }: Result): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const text = JSON.stringify({ bench, environment, rows, notes }, null, 2);
  await writeFile(new URL(`${bench.replaceAll(' ', '-')}.json`, FOLDER), `${text}\n`);
  await writeTables();
}

export async function writeTables(): Promise<void> {
  const sections: string[] = [];
  for (const name of (await readdir(FOLDER)).sort()) {
    const result = JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')) as Result;
    sections.push(`## ${result.bench}\n\n${result.environment}.\n\n${toMarkdown(result)}`);
  }
  const head =
    '# Last results\n\nWritten by `npm run bench` from `results/`. [README.md](README.md) tells what is measured.';
  await writeFile(TABLES, `${[head, ...sections].join('\n\n')}\n`);
}
