import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findDatabaseTrouble } from './database-error.ts';
import { type Connected, DatabasePool, type PoolSettings } from './pool.ts';

const RETRY_MS = 500;
/** graphile-worker repeats a statement that failed with this code (a serialization failure) within five seconds. */
const TRY_AGAIN = '40001';

/** Has the queue repeat the statements that a broken connection lost. */
class PatientClient extends pg.Client {
  override query(...args: unknown[]): never {
    const answer: unknown = super.query(...(args as [never]));
    if (!(answer instanceof Promise)) return answer as never;
    return answer.catch((error: Error) => {
      if (!findDatabaseTrouble(error, true)) throw error;
      throw Object.assign(new Error(error.message, { cause: error }), { code: TRY_AGAIN });
    }) as never;
  }
}

/**
 * The jobs' pool survives a database that is gone for a while: `connect` waits until it is back. The queue wouldn't: a
 * finished task that it can't mark as done is an unhandled rejection, which ends the process.
 */
export class PatientPool extends DatabasePool {
  #isPatient = true;

  constructor(url: string, settings: PoolSettings) {
    super(url, { ...settings, Client: PatientClient });
  }

  /** From now on `connect` fails as that of any pool does. */
  stopWaiting(): void {
    this.#isPatient = false;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback) super.connect(callback);
    else return this.#connectPatiently();
    return undefined;
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (!this.#isPatient || !findDatabaseTrouble(error)) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}
