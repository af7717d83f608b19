import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { closeAll } from './close-all.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { accountStore, ensureFirstAdmin, hashPassword } from './features/accounts/index.ts';
import { openContext } from './open-context.ts';
import { listenOnSharedPort } from './ops/listen-on-shared-port.ts';
import { classifyDatabaseError } from './platform/database/database-error.ts';
import { sweepTemporaryFolders } from './platform/temporary-folder.ts';

/**
 * Minimum time for which the server continues after the stop signal, so that the next response on a kept-alive connection tells
 * its client that the connection will close. Otherwise a request sent while an idle connection closes would get no response.
 */
const KEEP_ALIVE_MS = 1000;
/** Time for requests in flight to finish after `KEEP_ALIVE_MS`. */
const DRAIN_MS = 25_000;
/** Total time to stop. The remaining steps take half a minute if PostgreSQL has to be killed. */
const STOP_MS = KEEP_ALIVE_MS + DRAIN_MS + 40_000;

/**
 * Maximum number of connections waiting to be accepted. At peaks, most get a response or a rejection within a second. The
 * kernel drops further ones, whose clients retry after seconds. The kernel's own limit (`somaxconn`) also applies.
 */
const BACKLOG = 4096;

/**
 * Starts the server and prints its address. Runs `prepare` before listening. On SIGTERM or SIGINT, the server drains and stops,
 * and exits with 1 if that fails. A second signal ends it immediately.
 */
export async function runServer(
  config: Config,
  prepare?: (context: Context) => Promise<void>,
): Promise<void> {
  // Replaced by the server's log once that exists.
  let log = (message: string) => console.log(message);
  const context = await openContext(config, {
    log: (message) => log(message),
    onDatabaseLost: (reason) => {
      // The supervisor restarts this process, and the database with it.
      console.error(reason);
      process.exit(1);
    },
  });
  try {
    const store = accountStore(context.db);
    if (config.firstAdmin && (await ensureFirstAdmin(store, config.firstAdmin, hashPassword))) {
      log(`Created the first administrator, ${config.firstAdmin.username}.`);
    }
    await prepare?.(context);
    void sweepTemporaryFolders();
    const draining = new AbortController();
    const app = await buildApp(context, [], draining);
    // Messages from here on are for operators, so log them as warnings.
    log = (message) => app.log.warn(message);
    let waitForConnections: () => Promise<unknown> = () => Promise.resolve();
    // The bench reads the event loop delay with SIGUSR2.
    const skip = ['beforeExit' as const, 'SIGUSR2' as const, 'unhandledRejection' as const];
    // graphile-worker doesn't wait until a finished task is marked as done. Marking fails when the server stops while the
    // database is down; the next server then repeats the task.
    process.on('unhandledRejection', (error) => {
      if (!draining.signal.aborted || !classifyDatabaseError(error)) throw error;
      log(`not marked as done: ${(error as Error).message}`);
    });
    const settings = { delay: config.drainDelayMs + STOP_MS, skip };
    closeWithGrace(settings, async ({ signal, err }) => {
      if (err) app.log.fatal({ err }, 'unexpected failure: the server stops');
      else log(`${signal}: finishing the requests in flight.`);
      draining.abort();
      // Load balancers need time to notice that the server is draining.
      await sleep(Math.max(config.drainDelayMs, KEEP_ALIVE_MS));
      const drain = () => app.close().then(() => waitForConnections());
      await closeAll([
        { name: 'the server', close: drain, limitMs: DRAIN_MS },
        { name: 'the context', close: context.close },
      ]);
    });
    waitForConnections = await listenOnSharedPort(app, {
      port: config.port,
      host: config.host,
      backlog: BACKLOG,
    });
    // Printed for people and scripts that wait for the server.
    console.log(`Sayback is at ${config.publicUrl}`);
  } catch (error) {
    await context.close();
    throw error;
  }
}
