import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { accountStore, ensureFirstAdmin } from './features/accounts/index.ts';
import { openDoors } from './http/doors.ts';
import { createDraining } from './http/draining.ts';
import { openContext } from './open-context.ts';

/** How long requests under way may take once the server was told to stop. */
const DRAIN_MS = 25_000;

/**
 * Connections that may wait to be accepted: of a rush, most are answered or refused within a second. Those beyond would
 * be told nothing, and their systems try again after seconds. The kernel's own limit (`somaxconn`) counts too.
 */
const BACKLOG = 4096;

/**
 * Starts the server and prints its address. `prepare` runs before it listens. It drains and stops on SIGTERM or
 * SIGINT; a second signal ends it at once.
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
      // Whoever looks after this process starts it again, and the database with it.
      console.error(reason);
      process.exit(1);
    },
  });
  try {
    const store = accountStore(context.db);
    if (config.firstAdmin && (await ensureFirstAdmin(store, config.firstAdmin))) {
      log(`Made the first administrator, ${config.firstAdmin.username}.`);
    }
    await prepare?.(context);
    const draining = createDraining();
    const app = await buildApp(context, [], draining);
    // What is said from here on is for those who look after the server, whatever requests they log.
    log = (message) => app.log.warn(message);
    let haveLeft: () => Promise<unknown> = () => Promise.resolve();
    stopOnSignal(config.drainDelayMs, {
      log: (message) => log(message),
      begin: draining.begin,
      stop: async () => {
        await app.close();
        await haveLeft();
        await context.close();
      },
    });
    haveLeft = await openDoors(app, { port: config.port, host: config.host, backlog: BACKLOG });
    // For people, and for those who wait for it: not a line of the log.
    console.log(`Sayback is at ${config.publicUrl}`);
  } catch (error) {
    await context.close();
    throw error;
  }
}

type Stopping = {
  log: (message: string) => void;
  /** From then on the server isn't ready. */
  begin: () => void;
  stop: () => Promise<void>;
};

function stopOnSignal(delayMs: number, { log, begin, stop }: Stopping): void {
  let stopping = false;
  const drain = async () => {
    begin();
    // Whoever spreads the requests shall notice before the door is shut.
    await sleep(delayMs);
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await stop();
  };
  const handle = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log(`${signal}: finishing the requests under way.`);
    drain().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
