import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decode } from '@sayback/subtitles/decode';
import { HOSTILE_FORMATS } from '../../../../packages/subtitles/src/testing/grammars.ts';
import { hostileFile } from '../../../../packages/subtitles/src/testing/hostile-file.ts';
import { type Random, randomFrom } from '../../../../packages/subtitles/src/testing/random.ts';
import { DATA, readExpected } from '../data-folder.ts';
import { mutate, PIECES } from './mutate.ts';

// Longer files are cut to a random excerpt, since readers' faults are local.
const MAX_PIECE_CHARACTERS = 4000;
// One input in this many repeats a few characters, to find non-linear time.
const REPEATED_ONE_IN = 100;
const REPEATED_LENGTH = 100_000;
const MAX_FRAGMENT_CHARACTERS = 24;

export type Input = { text: string; random: Random };

/** Makes the input for a seed, and a random number generator for further choices. Deterministic for the same material. */
export function makeInput(texts: readonly string[], seed: number): Input {
  const random = randomFrom(seed * 7919);
  const text = texts[seed % texts.length] ?? '';
  const from = text.length > MAX_PIECE_CHARACTERS ? random(text.length - MAX_PIECE_CHARACTERS) : 0;
  const head = from > 0 && text.startsWith('WEBVTT') ? 'WEBVTT\n\n' : '';
  const mutated = mutate(head + text.slice(from, from + MAX_PIECE_CHARACTERS), random);
  return { text: random(REPEATED_ONE_IN) === 0 ? repeatPiece(mutated, random) : mutated, random };
}

function repeatPiece(text: string, random: Random): string {
  const at = random(text.length);
  // Mutate once more, for characters that the text lacks.
  const fragment =
    mutate(text.slice(at, at + 1 + random(MAX_FRAGMENT_CHARACTERS)), random).slice(0, 60) || ' ';
  const repeated = fragment.repeat(Math.ceil(REPEATED_LENGTH / fragment.length));
  const heads = ['', 'WEBVTT\n\n00:00.000 --> 00:01.000\n', '1\n00:00:00,000 --> 00:00:01,000\n'];
  // A bracket before or after a long run determines how often a search restarts.
  const drawPiece = () => (random(2) === 0 ? '' : (PIECES[random(PIECES.length)] ?? ''));
  return (heads[random(heads.length)] ?? '') + drawPiece() + repeated + drawPiece();
}

/**
 * Loads all subtitle files of the material, decoded (without it, those of our demo clips); the cleaning tests' texts, as one
 * file; and generated files of every format.
 */
export function loadTexts(): string[] {
  const root = existsSync(DATA) ? DATA : resolve(import.meta.dirname, '../../../../demo/clips');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:srt|vtt)$/.test(name))
    .sort()
    .map((name) => decode(readFileSync(resolve(root, name))).text);
  return [...files, readCleaningTexts(), JSON3, ...readGrammarTexts()];
}

const GRAMMAR_FILES = 12;

function readGrammarTexts(): string[] {
  const formats = HOSTILE_FORMATS.filter((format) => format !== 'zip');
  return formats.flatMap((format) =>
    Array.from(
      { length: GRAMMAR_FILES },
      (_, seed) => decode(hostileFile(format, seed, MAX_PIECE_CHARACTERS).file).text,
    ),
  );
}

function readCleaningTexts(): string {
  const cases = [
    ...(readExpected<{ cases: { input: string }[] }>('cleaning/hearing-impaired.json')?.cases ?? []),
    ...(readExpected<{ input: string }[]>('cleaning/traps.json') ?? []),
  ];
  return cases.map(({ input }) => `1\n00:00:01,000 --> 00:00:02,000\n${input}\n`).join('\n');
}

// YouTube's json3, with rolling words as in automatic captions.
const JSON3 = JSON.stringify({
  wireMagic: 'pb3',
  events: [
    { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1 },
    {
      tStartMs: 160,
      dDurationMs: 4800,
      wWinId: 1,
      segs: [{ utf8: 'one' }, { utf8: ' line', tOffsetMs: 300 }],
    },
    { tStartMs: 2550, dDurationMs: 2410, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
    { tStartMs: 2560, dDurationMs: 4000, wWinId: 1, segs: [{ utf8: '[Music]' }, { utf8: ' two' }] },
  ],
});
