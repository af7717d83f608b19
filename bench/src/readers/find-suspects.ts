import { decode } from '@sayback/subtitles/decode';
import { readSubtitle } from '../../../apps/server/src/features/subtitles/tracks/read-subtitle.ts';
import { readCaptions } from '../../../apps/server/src/platform/captions/read-captions.ts';
import type { HostileFormat } from '../../../packages/subtitles/src/testing/grammars.ts';
import { hostileFile } from '../../../packages/subtitles/src/testing/hostile-file.ts';

const SIZES = [128 * 1024, 512 * 1024];
/** Time after which larger files of a seed aren't tried: it is a suspect anyway. */
const GIVE_UP_MS = 5000;

/** Reads YouTube's json3 as captions, and other formats as uploads. */
export function readHostile(format: HostileFormat, file: Uint8Array): void {
  if (format === 'json3') readCaptions(decode(file).text);
  else readSubtitle(file);
}

function measureProcessorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the seeds of a format whose files take the longest, and those whose time grows the most with the size: `count` of
 * each.
 */
export function findSuspects(format: HostileFormat, seeds: readonly number[], count: number): number[] {
  const tried = seeds.map((seed) => {
    const times = [];
    for (const size of SIZES) {
      const { file } = hostileFile(format, seed, size);
      times.push(measureProcessorTime(() => readHostile(format, file)));
      if ((times.at(-1) ?? 0) > GIVE_UP_MS) break;
    }
    const [small = 0, large = GIVE_UP_MS * 10] = times;
    return { seed, large, growth: large / (small + 10) };
  });
  const max = (by: 'large' | 'growth') =>
    [...tried]
      .sort((a, b) => b[by] - a[by])
      .slice(0, count)
      .map(({ seed }) => seed);
  return [...new Set([...max('large'), ...max('growth')])];
}
