import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, id, text, timestamp } from './fields.ts';

/** A background job. */
export const job = z.object({
  id,
  kind: z.string(),
  /** The job's subject, such as `alignment:12`. */
  subject: z.string(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'stopped']),
  done: z.int(),
  /** Null if unknown. */
  total: z.nullable(z.int()),
  /** Message about the current step or the failure. */
  message: z.string(),
  /** Result, with a type that depends on `kind`. */
  result: z.unknown(),
  created_at: timestamp,
});
export type Job = z.infer<typeof job>;

/** Returns true once the job has ended, whether or not it succeeded. */
export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'stopped';

export const listJobs = endpoint({
  id: 'jobs.listJobs',
  method: 'GET',
  path: '/api/jobs/',
  access: 'admin',
  summary: 'Lists the latest jobs about a subject, newest first.',
  query: z.object({ subject: text(100) }),
  hasStoredMessages: true,
  response: z.array(job),
});

export const getJob = endpoint({
  id: 'jobs.getJob',
  subject: 'job',
  method: 'GET',
  path: '/api/jobs/{id}/',
  access: 'admin',
  summary: 'Returns a job.',
  params: byId,
  hasStoredMessages: true,
  response: job,
});

export const followJob = endpoint({
  id: 'jobs.followJob',
  subject: 'job',
  method: 'GET',
  path: '/api/jobs/{id}/events/',
  access: 'admin',
  summary: 'Streams the job’s progress as server-sent events until it ends.',
  params: byId,
  hasStoredMessages: true,
  events: job,
});

export const stopJob = endpoint({
  id: 'jobs.stopJob',
  subject: 'job',
  method: 'POST',
  path: '/api/jobs/{id}/stop/',
  access: 'admin',
  summary: 'Asks a job to stop. Its results so far are preserved.',
  params: byId,
  hasStoredMessages: true,
  response: job,
});
