import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { HASH_START } from './argon2-parameters.ts';
import { createHashQueues, type HashQueue, type MaxWait } from './hash-queues.ts';
import { normalised } from './password.ts';

export type Hasher = {
  hash: (password: string) => Promise<string>;
  /** Returns true if the password matches the hash. Without a hash it takes as long, so that timing doesn't reveal names. */
  fits: (password: string, passwordHash: string | null) => Promise<boolean>;
};

/** Hashes passwords in dedicated threads, so that neither files nor other requests wait for them. */
export type PasswordHashing = {
  /**
   * Runs `work` with a hasher. Throws a 503 with Retry-After before starting it if too many hashes wait in the queue. Take
   * no lock and no database connection around a hash.
   */
  admit: <Value>(queue: HashQueue, work: (hasher: Hasher) => Promise<Value>) => Promise<Value>;
  load: () => { threads: number; waiting: number };
  close: () => Promise<void>;
};

/** In milliseconds. A user who logs in can retry; sixty who register at once should all succeed. */
const MAX_WAIT: MaxWait = { login: 2000, 'new-password': 25_000 };
const IDLE_MS = 60_000;

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
/** A hash without a known password, so that comparing with it takes as long as with any other. */
const DECOY = `${HASH_START}${base64(16)}$${base64(32)}`;

/** Each thread needs 64 MiB while it hashes. One core is left for everything else. */
export function openPasswordHashing(
  maxWait: MaxWait = MAX_WAIT,
  threads = Math.max(1, availableParallelism() - 1),
): PasswordHashing {
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    filename: new URL(fromSource ? './hash-worker.ts' : './hash-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
  });
  const queues = createHashQueues(threads, maxWait);

  const createHasher = (queue: HashQueue): Hasher => {
    const hash = (password: string): Promise<string> =>
      queues.run(queue, () => pool.run(normalised(password), { name: 'hash' }));
    return {
      hash,
      async fits(password, passwordHash) {
        const task = { password: normalised(password), passwordHash: passwordHash ?? DECOY };
        const fits: boolean = await queues.run(queue, () => pool.run(task, { name: 'verify' }));
        return fits && passwordHash !== null;
      },
    };
  };
  const hashers = { login: createHasher('login'), 'new-password': createHasher('new-password') };

  return {
    admit: (queue, work) => queues.admit(queue, () => work(hashers[queue])),
    load: () => ({ threads: pool.threads.length, waiting: queues.waiting() }),
    close: () => pool.destroy(),
  };
}
