import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { workerUrl } from '../../../own-files.ts';
import { HASH_PREFIX } from './argon2-parameters.ts';
import { createHashQueues, type HashQueue, type MaxWait } from './hash-queues.ts';
import { normalizePassword } from './password.ts';

export type Hasher = {
  hash: (password: string) => Promise<string>;
  /** Returns true if the password matches the hash. Takes as long without a hash, so that timing doesn't reveal usernames. */
  verify: (password: string, passwordHash: string | null) => Promise<boolean>;
};

/** Hashes passwords in dedicated threads, so that it delays neither file access nor other requests. */
export type PasswordHashing = {
  /**
   * Runs `work` with a hasher. Throws a 503 with Retry-After before starting it if too many hashes wait in the queue. Hold no
   * lock and no database connection while hashing.
   */
  admit: <Value>(queue: HashQueue, work: (hasher: Hasher) => Promise<Value>) => Promise<Value>;
  load: () => { threads: number; waiting: number };
  close: () => Promise<void>;
};

/** In milliseconds. A user who logs in can retry; a class of sixty who register at once should all succeed. */
const MAX_WAIT: MaxWait = { login: 2000, 'new-password': 25_000 };
const IDLE_MS = 60_000;

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
/** A hash that no known password matches; verifying against it takes as long as against any other. */
const DUMMY_HASH = `${HASH_PREFIX}${base64(16)}$${base64(32)}`;

/** Each thread needs 64 MiB while it hashes. By default one core is left for everything else. */
export function openPasswordHashing(
  maxWait: MaxWait = MAX_WAIT,
  threads = Math.max(1, availableParallelism() - 1),
): PasswordHashing {
  const pool = new Piscina({
    filename: workerUrl('features/accounts/passwords/hash-worker').href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
  });
  const queues = createHashQueues(threads, maxWait);

  const createHasher = (queue: HashQueue): Hasher => {
    const hash = (password: string): Promise<string> =>
      queues.run(queue, () => pool.run(normalizePassword(password), { name: 'hash' }));
    return {
      hash,
      async verify(password, passwordHash) {
        const task = { password: normalizePassword(password), passwordHash: passwordHash ?? DUMMY_HASH };
        const isCorrect: boolean = await queues.run(queue, () => pool.run(task, { name: 'verify' }));
        return isCorrect && passwordHash !== null;
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
