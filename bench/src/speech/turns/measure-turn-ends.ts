import { analyseTake, listenToTurn } from '@sayback/speech';
import { inPercent, median, quantile } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import { makeLoneSounds, measureLearnerLevel } from './lone-sounds.ts';
import { makeSpokenLines, type TurnHalf } from './spoken-lines.ts';
import { TURN_HALVES } from './turn-halves.ts';
import { HEADS, makeTurnCases, readSound, SNRS, type TurnCase, type TurnSound } from './turn-sounds.ts';

/** Block size of the browser's worklet, in samples. */
const BLOCK = 1024;
/** One in this many takes is also analysed as a whole. */
const AGREEMENT_STEP = 4;

type TurnOutcome = TurnCase & {
  end: 'before a word' | 'inside the line' | 'never' | 'after the line';
  /** Milliseconds from the voice's end to the turn's end; NaN unless the turn ended after the line. */
  wait: number;
  /** True if the live and the whole analysis agree on whether there is speech, or only the live one was done. */
  agrees: boolean;
};

function measureTurnEnd(turn: TurnCase, { samples, from, to }: TurnSound): TurnOutcome {
  const turnListener = listenToTurn({ line: turn.spokenLine.line });
  let at = 0;
  let hasEnded = false;
  while (at < samples.length && !hasEnded) {
    hasEnded = turnListener.feed(samples.subarray(at, at + BLOCK)).phase === 'ended';
    at += BLOCK;
  }
  const seconds = at / 16_000;
  const outcome = !hasEnded
    ? 'never'
    : seconds < from
      ? 'before a word'
      : seconds < to
        ? 'inside the line'
        : 'after the line';
  const live = turnListener.speech();
  const agrees =
    turn.seed % AGREEMENT_STEP > 0 ||
    analyseTake(samples.subarray(0, at), live).speech.includes(1) === live.includes(1);
  return {
    ...turn,
    end: outcome,
    wait: outcome === 'after the line' ? 1000 * (seconds - to) : Number.NaN,
    agrees,
  };
}

/** Measures only the ends of turns, on both halves. */
export const measureTurnEndsAlone = async (): Promise<Report> => ({
  rows: TURN_HALVES.flatMap(measureTurnEnds),
  notes: [
    'Choices looked at the seen half alone. The blind half has other people, languages, texts and seeds; nothing was changed after it was measured.',
    'People: prompts of Debian’s asterisk-core-sounds-*-g722 and the shared readings, each said again 7 % higher or lower at most against the line as it is; synthesisers: another voice than the line’s.',
  ],
});

/**
 * Measures when turns of people and synthesisers end, with late starts, hesitations, paces, noises at the start and room noise.
 */
export function measureTurnEnds(half: TurnHalf): Row[] {
  const lines = makeSpokenLines(half);
  const turns = makeTurnCases(lines, half.seed).map((turn) => measureTurnEnd(turn, readSound(turn)));
  const share = (group: readonly TurnOutcome[], kind: TurnOutcome['end']) =>
    group.filter((turn) => turn.end === kind).length / group.length;
  const waits = turns.map(({ wait }) => wait).filter((wait) => !Number.isNaN(wait));
  const row = (what: string, value: number, max: number, format: (value: number) => string): Row =>
    atMost(`turns: ${what} (${half.name})`, value, max, format);
  const selectHesitant = (min: number, max: number) =>
    turns.filter(({ pause }) => pause >= min && pause <= max);
  const voices = [...new Set(lines.map(({ voice }) => voice))].join(', ');
  return [
    info(`turns: how many; voices (${half.name})`, `${turns.length}; ${voices}`),
    row('ended before a word', share(turns, 'before a word'), 0, inPercent),
    row(
      'ended inside the line, without a hesitation',
      share(selectHesitant(0, 0), 'inside the line'),
      0.01,
      inPercent,
    ),
    row(
      'the same, hesitations up to 1.2 s',
      share(selectHesitant(0.4, 1.2), 'inside the line'),
      0.03,
      inPercent,
    ),
    row(
      'the same, hesitations of 1.6 s',
      share(selectHesitant(1.6, 1.6), 'inside the line'),
      0.08,
      inPercent,
    ),
    row('median wait after the line', median(waits), 800, ms),
    row('95 % of the waits', quantile(waits, 0.95), 1600, ms),
    row('never ended', share(turns, 'never'), 0, inPercent),
    row(
      'every fourth: the whole take hears somebody, the turn nobody, or the other way',
      turns.filter(({ agrees }) => !agrees).length,
      0,
      String,
    ),
    ...HEADS.flatMap((head) =>
      SNRS.map((snr) =>
        buildInfoRow(
          `${head}, ${snr} dB`,
          half,
          turns.filter((turn) => turn.head === head && turn.snr === snr),
        ),
      ),
    ),
    ...(['start', 'pace', 'pause', 'place'] as const).flatMap((key) =>
      Object.entries(Object.groupBy(turns, (turn) => turn[key])).map(([value, group]) =>
        buildInfoRow(`${key} ${value}`, half, group ?? []),
      ),
    ),
    ...buildLoneSoundRows(half, lines),
  ];
}

const buildInfoRow = (what: string, { name }: TurnHalf, turns: readonly TurnOutcome[]): Row => {
  const count = (kind: TurnOutcome['end']) => turns.filter((turn) => turn.end === kind).length;
  const waits = turns.map(({ wait }) => wait).filter((wait) => !Number.isNaN(wait));
  const counts = `${count('before a word')}, ${count('inside the line')}, ${count('never')} of ${turns.length}`;
  return info(
    `turns: ${what}: before, inside, never; median wait, 95 % (${name})`,
    `${counts}; ${ms(median(waits))}, ${ms(quantile(waits, 0.95))}`,
  );
};

/** Reports how many sounds without the learner's voice are mistaken for a take. */
function buildLoneSoundRows(half: TurnHalf, lines: Parameters<typeof makeLoneSounds>[0]): Row[] {
  const voiceLevel = measureLearnerLevel(lines);
  const sounds = makeLoneSounds(lines, half).map(({ kind, sound }) => {
    const turnListener = listenToTurn({ lineSeconds: 3, voiceLevel });
    let at = 0;
    while (at < sound.length && turnListener.feed(sound.subarray(at, at + BLOCK)).phase !== 'ended')
      at += BLOCK;
    return { kind, isTake: analyseTake(sound.subarray(0, at), turnListener.speech()).speech.includes(1) };
  });
  return Object.entries(Object.groupBy(sounds, ({ kind }) => kind)).map(([kind, group = []]) => {
    const takes = group.filter(({ isTake }) => isTake).length;
    return {
      what: `turns: takes of ${kind} alone (${half.name})`,
      measured: `${takes} of ${group.length}`,
      aim: '0',
      met: takes === 0,
    };
  });
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;
