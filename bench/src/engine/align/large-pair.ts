import { align } from '@sayback/subtitles';
import { DAMAGES } from './damages.ts';
import { readCues, STRESS_PAIR } from './gold-set.ts';

// Runs in a separate process. Aligns the first `count` cues of the largest pair once, and prints the time and memory as JSON.
// `damage` is applied to the tracks named by `damaged`.
const [, , count, damage = '', damaged = 'neither'] = process.argv;
const [original, target] = (['original', 'target'] as const).map((track) => {
  const cues = readCues(STRESS_PAIR, track === 'original' ? 'orig.srt' : 'target.srt').slice(
    0,
    Number(count),
  );
  return damaged === track || damaged === 'both' ? (DAMAGES[damage]?.(cues) ?? cues) : cues;
});
const before = process.resourceUsage().maxRSS;
const began = process.cpuUsage();
const { length: segments } = align(original ?? [], target ?? []);
const { user, system } = process.cpuUsage(began);
const peak = process.resourceUsage().maxRSS;
console.log(
  JSON.stringify({
    ms: (user + system) / 1000,
    bytes: peak * 1024,
    gained: (peak - before) * 1024,
    segments,
  }),
);
