import { readFile, writeFile } from 'node:fs/promises';
import { type Report, toMarkdown } from './report.ts';

const RESULTS = new URL('../results.md', import.meta.url);

/** The last result of a bench. `environment` is the day and the machine. */
type Result = Omit<Report, 'failures'> & { bench: string; environment: string };

/** Reads each result's bench, day and commit from `results.md`. */
export async function readResults(): Promise<{ bench: string; day: string; commit: string }[]> {
  const text = await readFile(RESULTS, 'utf8');
  return [...text.matchAll(/^## (.+)\n\n(\d{4}-\d\d-\d\d), .*\bcommit ([0-9a-f]+)/gm)].map(
    ([, bench = '', day = '', commit = '']) => ({ bench, day, commit }),
  );
}

/** Replaces the bench's section in `results.md`. */
export async function saveResult({ bench, environment, ...report }: Result): Promise<void> {
  const heading = `## ${bench}\n`;
  const [head, ...sections] = (await readFile(RESULTS, 'utf8')).trimEnd().split(/\n\n(?=## )/);
  const others = sections.filter((section) => !section.startsWith(heading));
  const sorted = [...others, `${heading}\n${environment}.\n\n${toMarkdown(report)}`].sort();
  await writeFile(RESULTS, `${[head, ...sorted].join('\n\n')}\n`);
}
