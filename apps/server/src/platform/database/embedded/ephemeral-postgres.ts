import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

/** An empty database for tests in a temporary folder: quick, not safe against a power cut, removed by `stop`. */
export async function startEphemeralPostgres(): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sayback-test-'));
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  };
  const { url, stop } = await openEmbedded({ dataDir, log: () => undefined, settings });
  return {
    url,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
