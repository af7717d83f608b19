import { connectToRunning } from '../../apps/server/src/platform/database/embedded.ts';
import { queryOnce } from '../../apps/server/src/testing/databases.ts';
import type { SaybackServer } from '../support/sayback-server.ts';

/** Runs a statement on a server's database, to set up states that the API can't. */
export async function runSql({ dataDir }: SaybackServer, statement: string): Promise<void> {
  const { url } = await connectToRunning(dataDir);
  await queryOnce(url, statement);
}
