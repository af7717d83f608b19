import { AppError } from '../../errors/app-error.ts';
import { storeMessages } from '../../messages/stored-messages.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { Attempt } from '../../platform/jobs/jobs.ts';
import { runForRequester } from '../../platform/requester.ts';
import { StorageUnavailable } from '../../platform/storage/storage.ts';
import type { JobKind } from './define-job.ts';
import { JOBS_CHANNEL, type JobRow, jobStore } from './job-store.ts';
import { progressWriter } from './progress-writer.ts';
import { LAST_ATTEMPT, queueJob } from './start-job.ts';

/** Interval of checking a job's row for a stop request, whose notification may get lost. */
const CHECK_MS = 1000;

/** The queue unlocks a task after four hours, even if its worker is alive. So longer jobs continue in a new task before that. */
const LEASE_MS = 3 * 60 * 60 * 1000;
/** Maximum number of such continuations, for jobs that start over each time and would never end. */
const MAX_HANDOVERS = 2;

/** Interval and duration of retries while the store is down. */
const STORE_RETRY_SECONDS = 30;
const STORE_RETRY_FOR_MS = 24 * 60 * 60 * 1000;

const DIED = storeMessages({ id: 'jobs.serverDied' });
const TOO_LONG = storeMessages({ id: 'jobs.tooLong' });
const FAILED = storeMessages({ id: 'jobs.failed' });

/** `handovers`: number of new tasks in which the job was continued. */
type Run = Attempt & { handovers: number };

type Deps = {
  db: Database;
  listener: Listener;
  kinds: JobKind[];
  onError: (error: unknown, job: Pick<JobRow, 'id' | 'kind'>) => void;
};

/** Runs the queue's jobs. `shutDown` interrupts them, to continue on another server or after a restart. */
export function createJobWorker({ db, listener, kinds, onError }: Deps) {
  const store = jobStore(db);
  const runByKind = new Map(kinds.map(({ kind, run }) => [kind, run]));
  const running = new Map<number, AbortController>();
  let isShuttingDown = false;

  listener.on(JOBS_CHANNEL, (payload) => {
    const [id, command] = payload.split(' ');
    if (command === 'stop') running.get(Number(id))?.abort();
  });

  /** Returns a job to the queue with a fresh attempt count. */
  async function requeue(job: JobRow, options: Parameters<typeof queueJob>[2]): Promise<void> {
    await db.transaction(async (transaction) => {
      if (await jobStore(transaction).requeue(job.id)) await queueJob(transaction, job, options);
    });
  }

  async function handleFailure(row: JobRow, error: unknown, { number, handovers }: Run): Promise<void> {
    if (error instanceof AppError) {
      await store.finish(row.id, { status: 'failed', message: storeMessages(error.userMessage) });
      return;
    }
    if (number < LAST_ATTEMPT) {
      await store.requeue(row.id);
      throw error;
    }
    const isStoreDown = error instanceof StorageUnavailable;
    if (isStoreDown && Date.now() - row.created_at.getTime() < STORE_RETRY_FOR_MS) {
      await requeue(row, { afterSeconds: STORE_RETRY_SECONDS, handovers });
      return;
    }
    onError(error, row);
    await store.finish(row.id, { status: 'failed', message: FAILED });
  }

  async function run(row: JobRow, attempt: Run): Promise<void> {
    const abort = new AbortController();
    running.set(row.id, abort);
    const stopCheck = setInterval(() => {
      store.shouldContinue(row.id).then(
        (shouldContinue) => shouldContinue || abort.abort(),
        () => undefined,
      );
    }, CHECK_MS);
    let hasLeaseEnded = false;
    const leaseTimer = setTimeout(() => {
      hasLeaseEnded = true;
      abort.abort();
    }, LEASE_MS);
    const writer = progressWriter(store, row.id, row, () => abort.abort());
    const { id, kind, created_by } = row;
    try {
      const run = runByKind.get(kind);
      if (!run) throw new Error(`This server doesn't support jobs of the kind ${kind}.`);
      const payload = (await store.findPayload(id)) as never;
      const { signal } = abort;
      const lastSaved = { done: row.done, result: row.result };
      const { progress, flush } = writer;
      const work = { id, payload, created_by, db, lastSaved, progress, flush, signal };
      const result = await runForRequester({ id: 'jobs', signal: () => signal }, () => run(work));
      await writer.stop();
      if (!abort.signal.aborted) {
        await store.finish(id, {
          ...pickProgress(writer.newest()),
          status: 'completed',
          result: result ?? null,
        });
      }
    } catch (error) {
      await writer.stop();
      if (!abort.signal.aborted) await handleFailure(row, error, attempt);
    } finally {
      clearInterval(stopCheck);
      clearTimeout(leaseTimer);
      running.delete(id);
    }
    if (!abort.signal.aborted) return;
    await store.saveProgress(id, pickProgress(writer.newest()));
    const handovers = attempt.handovers + Number(hasLeaseEnded);
    if (!(isShuttingDown || hasLeaseEnded) || !(await store.shouldContinue(id))) {
      await store.finish(id, { status: 'stopped' });
    } else if (handovers > MAX_HANDOVERS) await store.finish(id, { status: 'failed', message: TOO_LONG });
    else await requeue(row, { handovers });
  }

  return {
    async work({ id, handovers = 0 }: { id: number; handovers?: number }, attempt: Attempt): Promise<void> {
      if (isShuttingDown) throw new Error('The server is stopping.');
      const row = await store.start(id);
      if (!row) return;
      if (row.stop_requested) await store.finish(id, { status: 'stopped' });
      else if (attempt.number > LAST_ATTEMPT) await store.finish(id, { status: 'failed', message: DIED });
      else await run(row, { ...attempt, handovers });
    },
    shutDown(): void {
      isShuttingDown = true;
      for (const abort of running.values()) abort.abort();
    },
  };
}

const pickProgress = ({
  done,
  total,
  message,
  result,
}: JobRow | ReturnType<ReturnType<typeof progressWriter>['newest']>) => ({
  done,
  total,
  message,
  result,
});
