import { align } from '@sayback/subtitles';
import { readCues, STRESS_PAIR } from './gold-set.ts';

// A process of its own: aligns the first so many cues of the largest pair once, and prints what that took as JSON.
const count = Number(process.argv[2]);
const [original, target] = ['orig.srt', 'target.srt'].map((file) =>
  readCues(STRESS_PAIR, file).slice(0, count),
);
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
