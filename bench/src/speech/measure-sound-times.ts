import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  fitTimes,
  SCORE_RATE,
  SCORE_STRETCHES,
  type SoundTimes,
  scoreStretch,
  splitStretches,
} from '@sayback/speech';
import { writeSrt } from '@sayback/subtitles';
import { DATA } from '../engine/data-folder.ts';
import { inPercent } from '../metrics.ts';
import { readPeakMemory, readProcessorTime } from '../processes.ts';
import { atLeast, atMost, expectNone, info, type Report, type Row } from '../report.ts';
import {
  type Film,
  type FilmStock,
  type LateCue,
  loadStock,
  makeFilm,
  moveCuesLate,
} from './material/films.ts';
import { HALVES } from './material/texts.ts';

const MINUTES = [5, 8, 12, 20, 45];
const LONG = 90;
const NEAR_MS = 100;
const OFF_MS = 500;

/** Converts samples to 16 bits, little-endian. */
function* readBytes(sound: Film['sound']): Generator<Buffer> {
  for (const samples of sound) {
    const whole = Int16Array.from(samples, (sample) => 32_767 * Math.max(-1, Math.min(1, sample)));
    yield Buffer.from(whole.buffer);
  }
}

async function analyseSound(sound: Film['sound']): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const stretch of splitStretches(Readable.from(readBytes(sound)), SCORE_STRETCHES))
    parts.push(scoreStretch(stretch));
  return Buffer.concat(parts);
}

/** Lists the errors of the cues' starts in milliseconds, without cues that aren't in the film. */
const listErrors = (
  cues: readonly LateCue[],
  { scale, steps }: Pick<SoundTimes, 'scale' | 'steps'>,
): number[] =>
  cues.flatMap(({ start, truth }) => {
    const step = steps.findLast(({ from }) => from <= start) ?? steps[0];
    return truth === null ? [] : [Math.abs(start * scale + (step?.offset ?? 0) - truth)];
  });

type Case = { breaks: number | null; errors: number[]; times: SoundTimes };

/**
 * Finds the times of each film with 0 to 3 breaks, and with another film's cues: then `breaks` is null, and any result is
 * wrong.
 */
async function buildCases(stock: FilmStock, seed: number): Promise<Case[]> {
  const films: { scores: Buffer; cues: Film['cues'] }[] = [];
  for (const [at, minutes] of MINUTES.entries()) {
    const { sound, cues } = makeFilm(stock, { seed: seed + 100 + at, minutes });
    films.push({ scores: await analyseSound(sound), cues });
  }
  return films.flatMap(({ scores, cues }, at) => {
    const others = films[(at + 1) % films.length]?.cues ?? [];
    return [0, 1, 2, 3, null].flatMap((breaks) => {
      const late = moveCuesLate(breaks === null ? others : cues, {
        seed: seed + 10 * at + (breaks ?? 9),
        breaks: breaks ?? 0,
      });
      const times = fitTimes(scores, late);
      if (!times) return [];
      const errors = breaks === null ? [Number.POSITIVE_INFINITY] : listErrors(late, times);
      return [{ breaks, errors, times }];
    });
  });
}

function buildRows(name: string, cases: readonly Case[]): Row[] {
  const right = cases.filter(({ breaks }) => breaks !== null);
  const countNear = (of: readonly Case[]) => {
    const errors = of.flatMap((cue) => cue.errors);
    return errors.filter((error) => error <= NEAR_MS).length / errors.length;
  };
  const sure = cases.filter(({ times }) => times.isSure);
  const whole = right.filter(({ breaks }) => breaks === 0);
  return [
    atLeast(`${name}: cues within 100 ms`, countNear(right), 0.95, inPercent),
    info(
      `${name}: the same without a break; with one, two, three`,
      [0, 1, 2, 3].map((n) => inPercent(countNear(right.filter(({ breaks }) => breaks === n)))).join(', '),
    ),
    info(
      `${name}: films with every cue within 0.5 s`,
      `${right.filter(({ errors }) => errors.every((error) => error <= OFF_MS)).length} of ${right.length}`,
    ),
    expectNone(
      `${name}: films called sure with a cue more than 0.5 s off`,
      sure.filter(({ errors }) => errors.some((error) => error > OFF_MS)).length,
    ),
    info(
      `${name}: called sure, without a break; with breaks; the cues of another film`,
      `${whole.filter(({ times }) => times.isSure).length} of ${whole.length}; ${
        sure.filter(({ breaks }) => breaks !== null && breaks > 0).length
      } of ${right.length - whole.length}; ${sure.filter(({ breaks }) => breaks === null).length} of ${cases.length - right.length}`,
    ),
    ...[
      [0, 0.3],
      [0.3, 0.95],
      [0.95, 1.01],
    ].map(([from = 0, to = 0]) => {
      const some = cases.filter(({ times: { certainty } }) => certainty >= from && certainty < to);
      const mean = some.reduce((sum, { times }) => sum + times.certainty, 0) / some.length;
      const held = some.filter(({ errors }) => errors.every((error) => error <= OFF_MS)).length;
      return info(
        `${name}: certainty from ${from} on: mean, and how often it held`,
        some.length === 0 ? 'none' : `${mean.toFixed(2)}, ${held} of ${some.length}`,
      );
    }),
  ];
}

const MAIN = path.resolve(import.meta.dirname, '../../../apps/cli/src/main.ts');

/** Measures a film of 90 minutes by the command-line program, in a separate process. */
async function measureLong(stock: FilmStock, seed: number): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-film-'));
  try {
    const { sound, cues } = makeFilm(stock, { seed, minutes: LONG });
    const late = moveCuesLate(cues, { seed, breaks: 0 });
    const raw = path.join(folder, 'film.raw');
    await pipeline(Readable.from(readBytes(sound)), createWriteStream(raw));
    const film = path.join(folder, 'film.m4a');
    const asIs = ['-f', 's16le', '-ar', String(SCORE_RATE), '-ac', '1', '-i', raw];
    await runProgram('ffmpeg', ['-v', 'error', ...asIs, film]);
    const srt = path.join(folder, 'late.srt');
    const written = late.map(({ start, end }, at) => ({
      index: at + 1,
      start: Math.round(start),
      end: Math.round(end),
      text: 'Line',
    }));
    await writeFile(srt, writeSrt({ cues: written }));
    const decoding = await runProgram('ffmpeg', [
      '-v',
      'error',
      '-i',
      film,
      '-ac',
      '1',
      '-ar',
      String(SCORE_RATE),
      '-f',
      'null',
      '-',
    ]);
    const syncing = await runProgram(process.execPath, ['--conditions=source', MAIN, 'sync', srt, film]);
    return [
      atMost(
        '90 minutes: processor time beside ffmpeg',
        syncing.ms - decoding.ms,
        20_000,
        (ms) => `${(ms / 1000).toFixed(1)} s`,
      ),
      atMost('90 minutes: memory', syncing.peak, 200e6, (bytes) => `${(bytes / 1e6).toFixed(0)} MB`),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a program. Returns its processor time in milliseconds, including child processes, and its own peak memory in bytes. */
async function runProgram(program: string, args: readonly string[]): Promise<{ ms: number; peak: number }> {
  const running = execFile(program, args, { maxBuffer: 2 ** 26 });
  let ms = 0;
  let peak = 0;
  const watch = setInterval(async () => {
    const pid = running.pid ?? 0;
    ms = Math.max(ms, await readProcessorTime(pid));
    peak = Math.max(peak, await readPeakMemory(pid));
  }, 100);
  await new Promise<void>((resolve, reject) => {
    running.on('error', reject);
    running.on('close', () => resolve());
  });
  clearInterval(watch);
  return { ms, peak };
}

export async function measureSoundTimes(): Promise<Report> {
  const rows: Row[] = [];
  for (const half of HALVES) {
    const stock = loadStock(half, path.join(DATA, 'speech'));
    rows.push(...buildRows(half.name, await buildCases(stock, half.seed)));
    if (half.name === 'unseen') rows.push(...(await measureLong(stock, half.seed)));
  }
  return {
    rows,
    notes: [
      `Films of ${MINUTES.join(', ')} and ${LONG} minutes of synthetic voices and real readings, with noise of 5 to 30 dB below speech and music of 0 to 20 dB below it under half the scenes; a twentieth of the lines has no cue, starts are up to 0.3 s off, ends up to 0.6 s late.`,
      'Cues were moved by −60 to 60 s, at speeds of 0.95 to 1.05, and by 2 to 30 s more or less at each of 0 to 3 breaks; the halves share no voice, text, reading or seed.',
    ],
  };
}
