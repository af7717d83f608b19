import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts } from '@sayback/contract';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import type { Report } from '../../report.ts';
import { type Ask, askAs, askerOf, type Site } from '../ask.ts';
import type { RunOptions } from '../fault.ts';
import { type KeptOptions, type KeptServer, keepServer } from '../kept-server.ts';
import { findPostmaster, tell } from '../postgres-processes.ts';
import { addAligned, PASSWORD } from '../scene.ts';
import { openTally, type Tally } from '../tally.ts';

export type Learner = { username: string; ask: Ask; tokens: { access: string; refresh: string } };

/** A server with a film to practise, before anything is done to it. */
export type Stage = {
  server: KeptServer;
  dataDir: string;
  site: Site;
  tally: Tally;
  admin: Ask;
  film: { videoId: number; alignmentId: number };
  /** Makes an account and signs in. */
  newLearner: () => Promise<Learner>;
};

/** Ends a PostgreSQL that a server left running on a data folder. */
export async function endOrphan(dataDir: string): Promise<void> {
  const orphan = await findPostmaster(dataDir);
  if (orphan === null) return;
  tell(orphan, 'SIGCONT');
  tell(orphan, 'SIGQUIT');
}

/** Runs an attack on a server with a data folder and PostgreSQL of its own; both go afterwards. */
export async function onStage(
  { settings = {}, prefix = [] }: Partial<KeptOptions>,
  { say }: Pick<RunOptions, 'say'>,
  attack: (stage: Stage) => Promise<Report>,
): Promise<Report> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const server = await keepServer({ settings: { DATA_DIR: dataDir, ...settings }, prefix });
  try {
    await server.untilReady();
    const tally = openTally();
    const site = { urls: [server.url], tally };
    const admin = await askAs(site, ADMIN);
    const film = await addAligned(admin, 'A film to practise');
    let learners = 0;
    const newLearner = async () => {
      learners += 1;
      const account = { username: `learner-${learners}`, password: PASSWORD };
      await askerOf(site)(accounts.register, { body: account });
      const ask = await askAs(site, account);
      return { username: account.username, ask, tokens: ask.tokens };
    };
    return await attack({ server, dataDir, site, tally, admin, film, newLearner });
  } catch (error) {
    say(`the server ended ${server.ends.length} times; it said last:\n${server.said()}`);
    throw error;
  } finally {
    await server.stop();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
