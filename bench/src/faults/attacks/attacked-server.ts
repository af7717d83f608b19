import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts } from '@sayback/contract';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import type { Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { type ApiCall, callAs, callerOf, type Site } from '../support/api-call.ts';
import { findPostmaster, sendSignal } from '../support/postgres-processes.ts';
import {
  type SupervisedOptions,
  type SupervisedServer,
  superviseServer,
} from '../support/supervised-server.ts';
import { openTally, type Tally } from '../support/tally.ts';
import { addAligned, PASSWORD } from '../support/workload.ts';

export type Learner = { username: string; call: ApiCall; tokens: { access: string; refresh: string } };

/** A server with a film to practise, before anything is done to it. */
export type AttackedServer = {
  server: SupervisedServer;
  dataDir: string;
  site: Site;
  tally: Tally;
  admin: ApiCall;
  film: { videoId: number; alignmentId: number };
  /** Makes an account and signs in. */
  newLearner: () => Promise<Learner>;
};

/** Ends a PostgreSQL that a server left running on a data folder. */
export async function endOrphan(dataDir: string): Promise<void> {
  const orphan = await findPostmaster(dataDir);
  if (orphan === null) return;
  sendSignal(orphan, 'SIGCONT');
  sendSignal(orphan, 'SIGQUIT');
}

/** Runs an attack on a server with a data folder and PostgreSQL of its own; both go afterwards. */
export async function withAttackedServer(
  { settings = {}, prefix = [] }: Partial<SupervisedOptions>,
  { say }: Pick<RunOptions, 'say'>,
  attack: (stage: AttackedServer) => Promise<Report>,
): Promise<Report> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const server = await superviseServer({ settings: { DATA_DIR: dataDir, ...settings }, prefix });
  try {
    await server.untilReady();
    const tally = openTally();
    const site = { urls: [server.url], tally };
    const admin = await callAs(site, ADMIN);
    const film = await addAligned(admin, 'A film to practise');
    let learners = 0;
    const newLearner = async () => {
      learners += 1;
      const account = { username: `learner-${learners}`, password: PASSWORD };
      await callerOf(site)(accounts.register, { body: account });
      const call = await callAs(site, account);
      return { username: account.username, call, tokens: call.tokens };
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
