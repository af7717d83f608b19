import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Hint } from '@sayback/speech';
import { DATA } from '../engine/data-folder.ts';
import { inPercent, median, quantile } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';
import { measureTurn } from '../turn/measure-turn.ts';
import { CUT_HALVES, type CutHalf } from './material/cut-halves.ts';
import { HINT_HALVES, type HintHalf } from './material/hint-halves.ts';
import { makeBand, makeMusic } from './material/music.ts';
import { HALVES, type Half } from './material/texts.ts';
import { decodeSound } from './material/voices.ts';
import { findPhrases, measureMusic } from './measure-activity.ts';
import { type CutResults, measureCuts, measureDemoCuts, measureReadingCuts } from './measure-cuts.ts';
import { measureHints } from './measure-hints.ts';
import { compareWithPraat, measureKnownPitch } from './measure-pitch.ts';
import { measureTones } from './measure-tones.ts';
import { countEndless, measureOriginals, measurePauses } from './measure-turns.ts';
import {
  measureBoundaries,
  measureLeftOut,
  measureNearest,
  measureSyllables,
  speakLines,
} from './measure-words.ts';
import { measureTurnEnds } from './turns/measure-turn-ends.ts';
import { TURN_HALVES } from './turns/turn-halves.ts';

const READINGS = path.join(DATA, 'speech');

/** Empty if they weren't downloaded. */
const readReadings = (names: readonly string[]): Float32Array[] =>
  existsSync(READINGS) ? names.map((name) => decodeSound(path.join(READINGS, `${name}.mp3`))) : [];

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const cents = (value: number): string => `${value.toFixed(1)} cents`;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

type Bar = { what: string; floor: number; aim: number; atLeast?: boolean; format: (value: number) => string };
const bar = (
  { what, floor, aim, atLeast = false, format }: Bar,
  half: { name: string },
  value: number,
): Row => {
  const sign = atLeast ? '≥' : '≤';
  return {
    what: `${what} (${half.name})`,
    measured: format(value),
    aim: `${sign} ${format(floor)}; better ${format(aim)}`,
    met: atLeast ? value >= floor : value <= floor,
  };
};

/** The speech engine compared with known truth, each limit on the half it was tuned on and on an unseen one. */
export async function measureSpeech(): Promise<Report> {
  const rows = HALVES.flatMap(measureHalf);
  const inBrowser = await measureTurn();
  return {
    rows: [
      ...rows,
      ...measureBlindMusic(),
      ...TURN_HALVES.flatMap(measureTurnEnds),
      ...(['tuned', 'blind'] as const).flatMap(buildToneRows),
      ...HINT_HALVES.flatMap(buildHintRows),
      ...CUT_HALVES.flatMap(buildCutRows),
      bar(NEAR_BAR, { name: 'demo' }, measureDemoCuts().near),
      ...inBrowser.rows,
    ],
    notes: [
      'Tuned and unseen: other texts, voices (espeak-ng and flite), noises, music and readings. Not blind throughout: docs/speech.md says which choices saw the unseen half.',
      'Synthetic voices are easier than people: these are lower bounds. Only music and part of the originals use real readings.',
      ...inBrowser.notes,
      'Hints: flite says lines of espeak-ng at 25 dB, whole, with a pause of 400 to 800 ms, without a word, and both. The blind half was measured once.',
    ],
  };
}

function measureHalf(half: Half): Row[] {
  const row = (
    what: string,
    value: number,
    floor: number,
    aim: number,
    format: Bar['format'],
    atLeast = false,
  ): Row => bar({ what, floor, aim, atLeast, format }, half, value);
  const lines = speakLines(half);
  const pitch = measureKnownPitch(half, 20);
  const same = measureBoundaries(lines.originals, lines.again, half.seed);
  const other = measureBoundaries(lines.originals, lines.learners, half.seed);
  const leftOut = measureLeftOut(lines);
  const fivePercent = quantile(leftOut.whole, 0.95);
  const readings = readReadings(half.readings);
  const originals = measureOriginals(
    [...lines.originals.map(({ samples }) => samples), ...lines.others, ...readings.flatMap(findPhrases)],
    half.seed,
  );
  const pauses = measurePauses([...lines.originals, ...lines.learners], half.seed);
  const syllables = measureSyllables(lines);
  const spoken = [...lines.originals.map(({ samples }) => samples), ...lines.others].filter(
    (_, i) => i % 3 === 0,
  );
  return [
    row('pitch at 20 dB: gross errors', pitch.gross, 0.01, 0.003, inPercent),
    row('pitch at 20 dB: median error', pitch.cents, 15, 8, cents),
    row('pitch at 20 dB: voiced frames missed', pitch.missed, 0.15, 0.08, inPercent),
    row('pitch at 20 dB: octave jumps', pitch.jumps, 0.005, 0.001, inPercent),
    row(
      'pitch within 20 % of Praat’s',
      compareWithPraat([...spoken, ...readings]),
      0.95,
      0.98,
      inPercent,
      true,
    ),
    row('word starts, same voice: median', median(same.warped), 15, 8, ms),
    row('word starts, same voice: p95', quantile(same.warped, 0.95), 60, 35, ms),
    row('word starts, another voice: median', median(other.warped), 15, 8, ms),
    row('word starts, another voice: p95', quantile(other.warped, 0.95), 60, 35, ms),
    row(
      'a straight stretch, times the median',
      median(other.straight) / median(other.warped),
      1,
      3,
      (share) => share.toFixed(1),
      true,
    ),
    row('nearest of five lines', measureNearest(lines), 0.93, 0.97, inPercent, true),
    row(
      'left-out word found at 5 % false alarms',
      leftOut.without.filter((share) => share > fivePercent).length / leftOut.without.length,
      0.6,
      0.8,
      inPercent,
      true,
    ),
    row(
      `the original as the take has no hint${describe(originals.kinds)}`,
      originals.silent,
      0.98,
      0.995,
      inPercent,
      true,
    ),
    row('pauses from 300 ms found', pauses.found, 0.98, 1, inPercent, true),
    row('pauses invented, a line', pauses.invented, 0.01, 0, inPercent),
    row('syllable count: mean error of a line', mean(syllables.map(Math.abs)), 0.1, 0.05, inPercent),
    row('syllable count: error of the sum', Math.abs(mean(syllables)), 0.1, 0.05, inPercent),
    row('end of turn: never, though nobody speaks', countEndless(half.seed), 0, 0, String),
    ...(readings.length > 0
      ? [
          row(
            'speech and pause in music at 5 dB',
            measureMusic(readings, half.seed, makeMusic),
            0.9,
            0.95,
            inPercent,
            true,
          ),
        ]
      : []),
  ];
}

/** Music by instruments that weren't used for choosing anything, over all readings. */
function measureBlindMusic(): Row[] {
  return ['de', 'es', 'en'].flatMap((name) =>
    readReadings([name]).map((reading) =>
      bar(
        {
          what: 'speech and pause in a band at 5 dB',
          floor: 0.9,
          aim: 0.95,
          atLeast: true,
          format: inPercent,
        },
        { name: `${name}, blind` },
        measureMusic([reading], 3001, makeBand),
      ),
    ),
  );
}

/** Reports tones detected as speech, and speech detected as tones. */
function buildToneRows(half: 'tuned' | 'blind'): Row[] {
  const names = HALVES[half === 'tuned' ? 0 : 1]?.readings ?? [];
  const { found, heard, kinds, lost, spoken } = measureTones(half, readReadings(names));
  const row = (what: string, value: number) =>
    bar({ what, floor: 0.1, aim: 0, format: inPercent }, { name: half }, value);
  return [
    info(`tones: hold what could be speech (${half})`, inPercent(found)),
    row(`tones: taken for a take${kinds.map((kind) => `, ${kind}`).join('')}`, heard),
    bar(
      {
        what: `tones: of ${spoken} times that speech is heard, lost`,
        floor: 0.005,
        aim: 0,
        format: inPercent,
      },
      { name: half },
      lost,
    ),
  ];
}

/** Reports the hints that learners would get. */
function buildHintRows({ name, sets }: HintHalf): Row[] {
  const { whole, paused, leftOut, leftOutPaused, named, exact, wrong } = measureHints(sets);
  const share = (hints: readonly (Hint | null)[], ...kinds: Hint['kind'][]) =>
    hints.filter((hint) => hint && kinds.includes(hint.kind)).length / hints.length;
  // Stopping early omits the last word.
  const missing = ['left-out', 'stopped-early'] as const;
  const row = (what: string, value: number, floor: number, aim: number, atLeast = true) =>
    bar({ what: `hint: ${what}`, floor, aim, atLeast, format: inPercent }, { name }, value);
  return [
    row('a left-out word', share(leftOut, ...missing), 0.6, 0.8),
    row('a left-out word, with a pause elsewhere', share(leftOutPaused, ...missing), 0.6, 0.8),
    row('a left-out word though all was said', share([...whole, ...paused], ...missing), 0.05, 0.05, false),
    row('a pause, all words said', share(paused, 'extra-pauses'), 0.9, 0.98),
    info(`hint: of a left-out word, names a word (${name})`, inPercent(named)),
    info(`hint: names a word, that one alone (${name})`, inPercent(exact)),
    info(`hint: names a word, but another (${name})`, inPercent(wrong)),
  ];
}

const NEAR_BAR: Bar = {
  what: 'cuts: ends within 50 ms',
  floor: 0.8,
  aim: 0.95,
  atLeast: true,
  format: inPercent,
};

function buildCutRows(half: CutHalf): Row[] {
  const [synthetic, ...noises] = [20, 30, 10].map((snr) => measureCuts(half, snr)) as [
    CutResults,
    ...CutResults[],
  ];
  const readings = existsSync(READINGS)
    ? half.readings.map((stretch) =>
        measureReadingCuts(decodeSound(path.join(READINGS, `${stretch.name}.mp3`)), stretch, half.seed),
      )
    : [];
  const sum = (key: 'proposals' | 'cutOff') => readings.reduce((total, reading) => total + reading[key], 0);
  const formatEach = (figures: readonly CutResults[], key: 'near' | 'sure') =>
    figures.map((figure) => inPercent(figure[key])).join('; ');
  return [
    bar(NEAR_BAR, half, synthetic.near),
    info(`cuts: the same at 30 dB; at 10 dB (${half.name})`, formatEach(noises, 'near')),
    info(
      `cuts: lines that are sure; at 30 dB; at 10 dB (${half.name})`,
      formatEach([synthetic, ...noises], 'sure'),
    ),
    // Without the readings, nothing tests that no word is cut off.
    ...(readings.length > 0
      ? [
          info(`cuts: ends within 50 ms in readings (${half.name})`, formatEach(readings, 'near')),
          info(`cuts: proposals in readings (${half.name})`, String(sum('proposals'))),
          bar(
            { what: 'cuts: words cut off in readings', floor: 0, aim: 0, format: String },
            half,
            sum('cutOff'),
          ),
        ]
      : []),
  ];
}

const describe = (kinds: Record<string, number>): string =>
  Object.entries(kinds)
    .map(([kind, count]) => `, ${count} × ${kind}`)
    .join('');
