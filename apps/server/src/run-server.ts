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

/**
 * So long after it was told to stop the server continues as before, at least. Whoever keeps a connection learns by the next answer
 * that it is about to be closed: a request that is on its way while an idle connection is closed gets no answer.
 */
const KEEP_ALIVE_MS = 1000;
/** Time for requests in flight to finish after that. */
const DRAIN_MS = 25_000;
/** All of it: what follows takes half a minute when PostgreSQL has to be killed. */
const STOP_MS = KEEP_ALIVE_MS + DRAIN_MS + 40_000;

/**
 * Connections that may wait to be accepted: of a rush, most are answered or refused within a second. Those beyond would
 * be told nothing, and their systems try again after seconds. The kernel's own limit (`somaxconn`) counts too.
 */
const BACKLOG = 4096;

/**
 * Starts the server and prints its address. `prepare` runs before it listens. It drains and stops on SIGTERM or
 * SIGINT, and exits with 1 when that wasn't possible in order. A second signal ends it at once.
 */
export async function runServer(
  config: Config,
  prepare?: (context: Context) => Promise<void>,
): Promise<void> {
  // Into the server's log, as soon as there is one.
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
      log(`Made the first administrator, ${config.firstAdmin.username}.`);
    }
    await prepare?.(context);
    const draining = new AbortController();
    const app = await buildApp(context, [], draining);
    // From here on messages are for operators: log them whatever the request log level is.
    log = (message) => app.log.warn(message);
    let haveLeft: () => Promise<unknown> = () => Promise.resolve();
    // SIGUSR2 is for tools that look into the process: the bench asks by it how late the event loop was.
    const skip = ['beforeExit' as const, 'SIGUSR2' as const, 'unhandledRejection' as const];
    // graphile-worker doesn't wait until a finished task is marked as done. Without a database that can't be had while stopping:
    // the next server takes the task over.
    process.on('unhandledRejection', (error) => {
      if (!draining.signal.aborted || !classifyDatabaseError(error)) throw error;
      log(`not marked as done: ${(error as Error).message}`);
    });
    const settings = { delay: config.drainDelayMs + STOP_MS, skip };
    closeWithGrace(settings, async ({ signal, err }) => {
      if (err) app.log.fatal({ err }, 'unexpected failure: the server stops');
      else log(`${signal}: finishing the requests in flight.`);
      draining.abort();
      // The load balancer notices before the server stops listening.
      await sleep(Math.max(config.drainDelayMs, KEEP_ALIVE_MS));
      const drain = () => app.close().then(() => haveLeft());
      await closeAll([
        { name: 'the server', close: drain, limitMs: DRAIN_MS },
        { name: 'the context', close: context.close },
      ]);
    });
    haveLeft = await listenOnSharedPort(app, { port: config.port, host: config.host, backlog: BACKLOG });
    // For people, and for those who wait for it: not a line of the log.
    console.log(`Sayback is at ${config.publicUrl}`);
  } catch (error) {
    await context.close();
    throw error;
  }
}
