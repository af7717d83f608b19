import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inMegabytes, inSeconds, median } from '../../figures.ts';
import { atMost, type Row, told } from '../../report.ts';

type Large = { ms: number; bytes: number; gained: number; segments: number };

const RUNS = 3;

/** Aligns the largest pair in processes of their own: processor time, memory at the most, and how both grow. */
export async function measureLarge(): Promise<Row[]> {
  const small = await alignLarge(1000);
  const large = await alignLarge(10_000);
  const time = (runs: readonly Large[]) => median(runs.map(({ ms }) => ms));
  return [
    atMost('10,000 cues with 10,000: processor time', time(large), 1000, inSeconds),
    atMost(
      '10,000 with 10,000: memory of the process',
      median(large.map(({ bytes }) => bytes)),
      150e6,
      inMegabytes,
    ),
    told('of that gained by aligning', inMegabytes(median(large.map(({ gained }) => gained)))),
    atMost(
      'time of 10,000 to that of 1,000',
      time(large) / time(small),
      10,
      (times) => `${times.toFixed(1)} ×`,
    ),
  ];
}

async function alignLarge(count: number): Promise<Large[]> {
  const script = fileURLToPath(new URL('./large-pair.ts', import.meta.url));
  const runs: Large[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=source',
      '--import',
      'tsx',
      script,
      String(count),
    ]);
    runs.push(JSON.parse(stdout) as Large);
  }
  return runs;
}
