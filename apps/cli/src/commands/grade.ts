import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { grade as gradeLine } from '@sayback/grading';
import { parseCommandLine, requireFiles } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { printLine, printProblems } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export const GRADE_HELP = `Usage: sayback grade [FILE]

Grades a text that was typed after hearing a line. FILE, or standard input, is a JSON array of pairs:

  [{"id": 1, "lang": "en", "expected": "I like it a lot.", "typed": "i like it alot", "options": {"kana": true}}]

Prints a JSON line for each: {"id": 1, "verdict": "typo", "tokens": [["right", "I", "i"], …]}. A token is its level
(right, accent, typo, wrong, missing, extra), what was expected and what was typed. The verdict is the worst level;
missing and extra are wrong.

Options of a pair, with the same meaning:
  kana        true: hiragana and katakana count as the same
  kana_equal  another name for kana

The exit code is 1 if the file can't be read or contains an invalid pair; then nothing is graded.
`;

type Pair = { id: string | number; lang: string; expected: string; typed: string; kana: boolean };

export async function grade(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const [file = '-', ...more] = requireFiles(parseCommandLine(args, {}).positionals);
  if (more.length > 0) throw new UsageError('grade takes one file.');
  let pairs: Pair[];
  try {
    pairs = readPairs(
      file === '-' ? await text(terminal.stdin) : await readFile(resolve(terminal.cwd, file), 'utf8'),
    );
  } catch (error) {
    printProblems(terminal, file, [
      { line: 1, message: error instanceof Error ? error.message : String(error) },
    ]);
    return EXIT.unreadable;
  }
  for (const { id, lang, expected, typed, kana } of pairs) {
    const { verdict, tokens } = gradeLine(expected, typed, lang, { kana });
    const rows = tokens.map((token) => [token.level, token.expected, token.typed]);
    await printLine(terminal, { id, verdict, tokens: rows });
  }
  return EXIT.done;
}

/** Parses a file of pairs. Throws an Error with the first invalid pair and the reason. */
function readPairs(content: string): Pair[] {
  const pairs: unknown = JSON.parse(content.replace(/^\ufeff/, ''));
  if (!Array.isArray(pairs)) throw new Error('The file doesn’t contain an array of pairs.');
  return pairs.map((pair: unknown, at) => {
    if (typeof pair !== 'object' || pair === null) throw new Error(`Pair ${at + 1} is not an object.`);
    return readPair(pair as Record<string, unknown>, at + 1);
  });
}

function readPair(pair: Record<string, unknown>, number: number): Pair {
  const { id, options } = pair;
  if (typeof id !== 'string' && typeof id !== 'number') throw new Error(`Pair ${number} has no “id”.`);
  const name = `Pair ${number} (id ${JSON.stringify(id)})`;
  const readString = (key: string) => {
    const value = pair[key];
    if (typeof value !== 'string') throw new Error(`${name}: “${key}” is not a text.`);
    return value;
  };
  return {
    id,
    lang: readString('lang'),
    expected: readString('expected'),
    typed: readString('typed'),
    kana: readKana(options, name),
  };
}

function readKana(options: unknown, name: string): boolean {
  if (options === undefined || options === null) return false;
  if (typeof options !== 'object') throw new Error(`${name}: “options” is not an object.`);
  return Object.entries(options).some(([key, value]) => {
    if (key !== 'kana' && key !== 'kana_equal') throw new Error(`${name}: there is no option “${key}”.`);
    if (typeof value !== 'boolean') throw new Error(`${name}: “${key}” is neither true nor false.`);
    return value;
  });
}
