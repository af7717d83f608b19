import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { openEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { timed } from '../metrics.ts';

const FIRST_STARTS = 3;
const WARM_STARTS = 5;

/**
 * Measures the time from the start of PostgreSQL to the first query's result, in milliseconds: for new databases, and for an
 * existing one.
 */
export async function startDatabases(): Promise<{ first: number[]; warm: number[] }> {
  const first: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < FIRST_STARTS; round += 1) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
    try {
      first.push(await timeFirstQuery(dataDir));
      // Use the last folder for the warm starts.
      const again = round === FIRST_STARTS - 1 ? WARM_STARTS : 0;
      for (let start = 0; start < again; start += 1) warm.push(await timeFirstQuery(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return { first, warm };
}

async function timeFirstQuery(dataDir: string): Promise<number> {
  const { took, result: database } = await timed(async () => {
    const opened = await openEmbedded({ dataDir, log: () => undefined });
    const connection = connectDatabase(opened.url, { size: 1, onError: () => undefined });
    await connection.pool.query('select 1').finally(connection.close);
    return opened;
  });
  await database.stop();
  return took;
}
