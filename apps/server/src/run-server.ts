import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { accountStore, ensureFirstAdmin } from './features/accounts/index.ts';
import { openContext } from './open-context.ts';

/** How long requests under way may take once the server was told to stop. */
const DRAIN_MS = 25_000;

/**
 * Starts the server and prints its address. `prepare` runs before it listens. It drains and stops on SIGTERM or
 * SIGINT; a second signal ends it at once.
 */
export async function runServer(
  config: Config,
  prepare?: (context: Context) => Promise<void>,
): Promise<void> {
  const context = await openContext(config, {
    log: (message) => console.log(message),
    onDatabaseLost: (reason) => {
      // Whoever looks after this process starts it again, and the database with it.
      console.error(reason);
      process.exit(1);
    },
  });
  try {
    const store = accountStore(context.db);
    if (config.firstAdmin && (await ensureFirstAdmin(store, config.firstAdmin))) {
      console.log(`Made the first administrator, ${config.firstAdmin.username}.`);
    }
    await prepare?.(context);
    const app = await buildApp(context);
    stopOnSignal(async () => {
      await app.close();
      await context.close();
    });
    await app.listen({ port: config.port, host: config.host });
    console.log(`Sayback is at ${config.publicUrl}`);
  } catch (error) {
    await context.close();
    throw error;
  }
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const handle = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    console.log(`${signal}: finishing the requests under way.`);
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    stop().then(
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
