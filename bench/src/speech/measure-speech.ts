import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Hint } from '@sayback/speech';
import { DATA } from '../engine/data-folder.ts';
import { inPercent, median, quantile } from '../metrics.ts';
import { atLeast, atMost, info, type Report, type Row } from '../report.ts';
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

/** Decodes readings; empty if they weren't downloaded. */
const readReadings = (names: readonly string[]): Float32Array[] =>
  existsSync(READINGS) ? names.map((name) => decodeSound(path.join(READINGS, `${name}.mp3`))) : [];

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const cents = (value: number): string => `${value.toFixed(1)} cents`;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Compares the speech engine's results with known truth. Each limit applies to the half that it was tuned on and to an unseen
 * one.
 */
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
      buildNearRow('demo', measureDemoCuts().near),
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
  const label = (what: string) => `${what} (${half.name})`;
  const most = (what: string, value: number, max: number, better: number, format = inPercent) =>
    atMost(label(what), value, max, format, better);
  const least = (what: string, value: number, min: number, better: number, format = inPercent) =>
    atLeast(label(what), value, min, format, better);
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
    most('pitch at 20 dB: gross errors', pitch.gross, 0.01, 0.003),
    most('pitch at 20 dB: median error', pitch.cents, 15, 8, cents),
    most('pitch at 20 dB: voiced frames missed', pitch.missed, 0.15, 0.08),
    most('pitch at 20 dB: octave jumps', pitch.jumps, 0.005, 0.001),
    least('pitch within 20 % of Praat’s', compareWithPraat([...spoken, ...readings]), 0.95, 0.98),
    most('word starts, same voice: median', median(same.warped), 15, 8, ms),
    most('word starts, same voice: p95', quantile(same.warped, 0.95), 60, 35, ms),
    most('word starts, another voice: median', median(other.warped), 15, 8, ms),
    most('word starts, another voice: p95', quantile(other.warped, 0.95), 60, 35, ms),
    least('a straight stretch, times the median', median(other.straight) / median(other.warped), 1, 3, (n) =>
      n.toFixed(1),
    ),
    least('nearest of five lines', measureNearest(lines), 0.93, 0.97),
    least(
      'left-out word found at 5 % false alarms',
      leftOut.without.filter((share) => share > fivePercent).length / leftOut.without.length,
      0.6,
      0.8,
    ),
    least(`the original as the take has no hint${describe(originals.kinds)}`, originals.silent, 0.98, 0.995),
    least('pauses from 300 ms found', pauses.found, 0.98, 1),
    most('pauses invented, a line', pauses.invented, 0.01, 0),
    most('syllable count: mean error of a line', mean(syllables.map(Math.abs)), 0.1, 0.05),
    most('syllable count: error of the sum', Math.abs(mean(syllables)), 0.1, 0.05),
    most('end of turn: never, though nobody speaks', countEndless(half.seed), 0, 0, String),
    ...(readings.length > 0
      ? [least('speech and pause in music at 5 dB', measureMusic(readings, half.seed, makeMusic), 0.9, 0.95)]
      : []),
  ];
}

/** Measures all readings with music by instruments that weren't used for choosing parameters. */
function measureBlindMusic(): Row[] {
  return ['de', 'es', 'en'].flatMap((name) =>
    readReadings([name]).map((reading) => {
      const share = measureMusic([reading], 3001, makeBand);
      return atLeast(`speech and pause in a band at 5 dB (${name}, blind)`, share, 0.9, inPercent, 0.95);
    }),
  );
}

/** Reports tones detected as speech, and speech detected as tones. */
function buildToneRows(half: 'tuned' | 'blind'): Row[] {
  const names = HALVES[half === 'tuned' ? 0 : 1]?.readings ?? [];
  const { found, heard, kinds, lost, spoken } = measureTones(half, readReadings(names));
  const taken = `tones: taken for a take${kinds.map((kind) => `, ${kind}`).join('')} (${half})`;
  const lostLabel = `tones: of ${spoken} times that speech is heard, lost (${half})`;
  return [
    info(`tones: hold what could be speech (${half})`, inPercent(found)),
    atMost(taken, heard, 0.1, inPercent, 0),
    atMost(lostLabel, lost, 0.005, inPercent, 0),
  ];
}

/** Reports how often learners would get the right hints. */
function buildHintRows({ name, sets }: HintHalf): Row[] {
  const { whole, paused, leftOut, leftOutPaused, named, exact, wrong } = measureHints(sets);
  const share = (hints: readonly (Hint | null)[], ...kinds: Hint['kind'][]) =>
    hints.filter((hint) => hint && kinds.includes(hint.kind)).length / hints.length;
  // A take that stops early lacks the last word.
  const missing = ['left-out', 'stopped-early'] as const;
  const least = (what: string, value: number, min: number, better: number) =>
    atLeast(`hint: ${what} (${name})`, value, min, inPercent, better);
  const falsely = `hint: a left-out word though all was said (${name})`;
  return [
    least('a left-out word', share(leftOut, ...missing), 0.6, 0.8),
    least('a left-out word, with a pause elsewhere', share(leftOutPaused, ...missing), 0.6, 0.8),
    atMost(falsely, share([...whole, ...paused], ...missing), 0.05, inPercent, 0.05),
    least('a pause, all words said', share(paused, 'extra-pauses'), 0.9, 0.98),
    info(`hint: of a left-out word, names a word (${name})`, inPercent(named)),
    info(`hint: names a word, that one alone (${name})`, inPercent(exact)),
    info(`hint: names a word, but another (${name})`, inPercent(wrong)),
  ];
}

const buildNearRow = (name: string, share: number): Row =>
  atLeast(`cuts: ends within 50 ms (${name})`, share, 0.8, inPercent, 0.95);

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
    buildNearRow(half.name, synthetic.near),
    info(`cuts: the same at 30 dB; at 10 dB (${half.name})`, formatEach(noises, 'near')),
    info(
      `cuts: lines that are sure; at 30 dB; at 10 dB (${half.name})`,
      formatEach([synthetic, ...noises], 'sure'),
    ),
    // Only the readings test that no word is cut off.
    ...(readings.length > 0
      ? [
          info(`cuts: ends within 50 ms in readings (${half.name})`, formatEach(readings, 'near')),
          info(`cuts: proposals in readings (${half.name})`, String(sum('proposals'))),
          atMost(`cuts: words cut off in readings (${half.name})`, sum('cutOff'), 0, String, 0),
        ]
      : []),
  ];
}

const describe = (kinds: Record<string, number>): string =>
  Object.entries(kinds)
    .map(([kind, count]) => `, ${count} × ${kind}`)
    .join('');
