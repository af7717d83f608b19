import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expectNone, type Report } from '../report.ts';

const E2E = path.resolve(import.meta.dirname, '../../../e2e');

/** Checks the practice page's layout in `sizes` random window sizes besides the common ones, with lines of four lengths. */
export async function measureLayout({ sizes, seed }: { sizes: number; seed: number }): Promise<Report> {
  const { stdout } = spawnSync(
    'npx',
    ['playwright', 'test', 'turn-layout', '--retries=0', '--reporter=list'],
    {
      cwd: E2E,
      env: { ...process.env, SIZES: String(sizes), SEED: String(seed) },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  const faults = [...new Set(stdout.match(/"[^"]+ at \d+×\d+: [^"]+"/g) ?? [])];
  const failed = Number(/(\d+) failed/.exec(stdout)?.[1] ?? 0);
  const passed = Number(/(\d+) passed/.exec(stdout)?.[1] ?? 0);
  return {
    rows: [expectNone(`journeys with a phase that isn't whole, of ${passed + failed}`, failed)],
    notes: [`${sizes} random windows (seed ${seed}), and the common sizes.`],
    failures: passed + failed > 0 ? faults : ['no journey has run'],
  };
}
