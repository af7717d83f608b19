import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Cue, Reading } from '@sayback/subtitles';
import { readSrt, readVtt, readYouTubeCaptions, writeSrt, writeVtt } from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';
import { inMilliseconds } from '../../figures.ts';
import type { Report } from '../../report.ts';
import { atMost } from '../../report.ts';
import { mutate, randomFrom } from './mutate.ts';

const DATA = resolve(import.meta.dirname, '../../../../../shared/data');
const INPUTS = 200_000;
// Longer files are cut to a piece from a random place: what breaks a reader is local.
const LONGEST_INPUT = 4000;
const SLOWEST_MS_PER_100_KB = 50;
const STEP = 100_000;

type Fault = { seed: number; what: string };

/**
 * Mutates every file of ../shared/data over and over and reads the outcome: no exception, well-formed cues, the same after
 * writing and reading, in linear time. The seed of a fault makes its input again. Without the data, our own demo clips serve.
 */
export async function measureFuzz(): Promise<Report> {
  const texts = loadTexts();
  const faults: Fault[] = [];
  let slowest = 0;
  for (let seed = 0; seed < INPUTS; seed += 1) {
    const input = makeInput(texts, seed);
    const allowed = (SLOWEST_MS_PER_100_KB * Math.max(STEP, input.length)) / STEP;
    let took = read(input, seed, faults);
    // Whatever else the machine did once, it doesn't do three times in a row.
    for (let again = 0; again < 2 && took > allowed; again += 1)
      took = Math.min(took, read(input, seed, faults));
    slowest = Math.max(slowest, took);
  }
  const whole = (value: number) => String(value);
  return {
    rows: [
      atMost(`faults in ${INPUTS.toLocaleString('en')} mutated inputs`, faults.length, 0, whole),
      atMost('slowest input (100 kB at most)', slowest, SLOWEST_MS_PER_100_KB, inMilliseconds),
    ],
    notes: [
      `Mutated from ${texts.length} files; read as SRT, as WebVTT and as YouTube's captions, written as both and read again.`,
      ...faults.slice(0, 10).map(({ seed, what }) => `Seed ${seed}: ${what}`),
    ],
  };
}

function makeInput(texts: readonly string[], seed: number): string {
  const random = randomFrom(seed * 7919);
  const text = texts[seed % texts.length] ?? '';
  const from = text.length > LONGEST_INPUT ? random(text.length - LONGEST_INPUT) : 0;
  const head = from > 0 && text.startsWith('WEBVTT') ? 'WEBVTT\n\n' : '';
  return mutate(head + text.slice(from, from + LONGEST_INPUT), random);
}

/** Milliseconds that the slowest of the three readers took. */
function read(input: string, seed: number, faults: Fault[]): number {
  let slowest = 0;
  for (const reader of [readSrt, readVtt, readYouTubeCaptions]) {
    try {
      const before = performance.now();
      const reading = reader(input);
      slowest = Math.max(slowest, performance.now() - before);
      const what = findFault(reading, input);
      if (what !== null) faults.push({ seed, what: `${reader.name}: ${what}` });
    } catch (error) {
      faults.push({ seed, what: `${reader.name} threw ${error}` });
    }
  }
  return slowest;
}

function findFault(reading: Reading, input: string): string | null {
  const { cues, problems } = reading;
  if (!cues.every(isWellFormed)) return 'a cue is not well-formed';
  const lines = input.split(/\r\n|\r|\n/).length;
  if (!problems.every(({ line, message }) => line >= 1 && line <= lines && message !== '')) {
    return 'a problem is on no line';
  }
  const vtt = readVtt(writeVtt(reading));
  if (!equal(vtt, readVtt(writeVtt(vtt)))) return 'WebVTT is not the same after writing';
  if (!equal(vtt.cues.map(plain), cues.map(plain))) return 'WebVTT lost a cue';
  const srt = readSrt(writeSrt(reading));
  if (!equal(srt.cues, readSrt(writeSrt(srt)).cues)) return 'SubRip is not the same after writing';
  return null;
}

function isWellFormed({ index, start, end, text }: Cue, at: number): boolean {
  return (
    index === at + 1 &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    start >= 0 &&
    end >= start &&
    text.isWellFormed() &&
    !text.includes('\0')
  );
}

function plain({ start, end, text }: Cue) {
  return { start, end, text };
}

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function loadTexts(): string[] {
  const root = existsSync(DATA) ? DATA : resolve(import.meta.dirname, '../../../../demo/clips');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:srt|vtt)$/.test(name))
    .map((name) => decode(readFileSync(resolve(root, name))).text);
}
