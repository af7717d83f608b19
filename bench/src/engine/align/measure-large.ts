import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inMegabytes, inSeconds, median } from '../../metrics.ts';
import { atMost, info, type Row } from '../../report.ts';
import { DAMAGES } from './damages.ts';

type Large = { ms: number; bytes: number; gained: number; segments: number };

const RUNS = 3;

/** Aligns the largest pair in separate processes, and reports processor time, peak memory, and the growth of both. */
export async function measureLarge(): Promise<Row[]> {
  const small = await alignLarge(1000);
  const large = await alignLarge(10_000);
  const medianTime = (runs: readonly Large[]) => median(runs.map(({ ms }) => ms));
  return [
    atMost('10,000 cues with 10,000: processor time', medianTime(large), 1000, inSeconds),
    atMost(
      '10,000 with 10,000: memory of the process',
      median(large.map(({ bytes }) => bytes)),
      150e6,
      inMegabytes,
    ),
    info('of which used by aligning', inMegabytes(median(large.map(({ gained }) => gained)))),
    atMost(
      'ratio of the times for 10,000 and 1,000',
      medianTime(large) / medianTime(small),
      10,
      (times) => `${times.toFixed(1)} ×`,
    ),
    ...(await measureDamaged()),
  ];
}

/** Aligns damaged files with intact and damaged ones: no kind of damage may occupy a server's worker for long. */
async function measureDamaged(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const damage of Object.keys(DAMAGES)) {
    const times: number[] = [];
    for (const damaged of ['original', 'target', 'both']) {
      for (const { ms } of await alignLarge(10_000, [damage, damaged], 1)) times.push(ms);
    }
    const label = `10,000 with 10,000, ${damage} on either side or both: maximum processor time`;
    rows.push(atMost(label, Math.max(...times), 4000, inSeconds));
  }
  return rows;
}

async function alignLarge(count: number, damage: readonly string[] = [], times = RUNS): Promise<Large[]> {
  const script = fileURLToPath(new URL('./large-pair.ts', import.meta.url));
  const runs: Large[] = [];
  for (let run = 0; run < times; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=source',
      script,
      String(count),
      ...damage,
    ]);
    runs.push(JSON.parse(stdout) as Large);
  }
  return runs;
}
