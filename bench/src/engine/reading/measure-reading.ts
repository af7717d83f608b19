import { writeSrt, writeVtt } from '@sayback/subtitles';
import { inMilliseconds, median, quantile } from '../../metrics.ts';
import type { Row as Figure, Report } from '../../report.ts';
import { info } from '../../report.ts';
import type { Parser, Row } from './other-parsers.ts';
import { PARSERS } from './other-parsers.ts';
import { sampleCues } from './sample-file.ts';

const CUES = 10_000;
// The first rounds only warm up the compiler.
const WARMING_ROUNDS = 5;
const ROUNDS = 41;
const TARGET_RATIO = 2;

/**
 * Measures the time to read 10,000 cues, compared with npm's fastest parsers. The target is twice the speed of the fastest
 * correct one.
 */
export function measureReading(): Report {
  const cues = sampleCues(CUES);
  const rows = [
    ...compare('SubRip', PARSERS.srt, writeSrt(cues), cues),
    ...compare('WebVTT', PARSERS.vtt, writeVtt(cues), cues),
  ];
  const notes = [
    `Reading: ${CUES.toLocaleString('en')} cues of one or two lines in several scripts; the parsers alternate for ${ROUNDS} rounds in one process; median and 95th percentile. The ratio is that of the medians.`,
    'A parser is right if it returns every time to the millisecond and every text; only right ones set the target.',
  ];
  return { rows, notes };
}

type Timed = { name: string; times: number[]; right: boolean };

function compare(format: string, parsers: readonly Parser[], text: string, cues: readonly Row[]): Figure[] {
  const timed = parsers.map(
    ({ name, read }): Timed => ({ name, times: [], right: isRight(read(text), cues) }),
  );
  for (let round = 0; round < WARMING_ROUNDS + ROUNDS; round += 1) {
    for (const [at, { read }] of parsers.entries()) {
      const before = performance.now();
      read(text);
      if (round >= WARMING_ROUNDS) timed[at]?.times.push(performance.now() - before);
    }
  }
  const [ours, ...others] = timed;
  const fastest = Math.min(...others.filter(({ right }) => right).map(({ times }) => median(times)));
  const ratio = fastest / median(ours?.times ?? []);
  return [
    {
      what: `${format}: speed relative to the fastest correct parser`,
      measured: ratio.toFixed(2),
      aim: `≥ ${TARGET_RATIO.toFixed(2)}`,
      met: ours?.right === true && ratio >= TARGET_RATIO,
    },
    ...timed.map(({ name, times, right }) => {
      const p95 = inMilliseconds(quantile(times, 0.95));
      return info(`${format}: ${name}`, `${inMilliseconds(median(times))}, ${p95}${right ? '' : ', wrong'}`);
    }),
  ];
}

function isRight(rows: readonly Row[], cues: readonly Row[]): boolean {
  return (
    rows.length === cues.length &&
    cues.every(({ start, end, text }, at) => {
      const row = rows[at];
      if (row === undefined) return false;
      return Math.round(row.start) === start && Math.round(row.end) === end && row.text.trim() === text;
    })
  );
}
