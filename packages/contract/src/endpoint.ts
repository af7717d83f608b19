import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Limits } from './limits.ts';

/** Required role: none, a learner (administrators are learners too), or an administrator. */
export type Access = 'anyone' | 'learner' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Schema = z.ZodMiniType;

/** The resource that `id` identifies in a path. */
export type Subject =
  | 'alignment'
  | 'candidate'
  | 'deleted-file'
  | 'deleted-revision'
  | 'deleted-subtitle'
  | 'glossary-term'
  | 'invitation'
  | 'job'
  | 'passkey'
  | 'regex-pattern'
  | 'revision'
  | 'saved-search'
  | 'segment'
  | 'session'
  | 'stored-file'
  | 'subtitle'
  | 'user'
  | 'video';

/** The files of a multipart form, by field name. */
export type Files = Record<string, { description: string; required: boolean }>;

/**
 * One call, declared once. The server uses it to validate, authorise and serialise; the OpenAPI document and the web's
 * typed calls are generated from it.
 */
export type Endpoint = {
  /** Group and exported name, by which The audit log, OpenAPI, metrics and queries identify the call by it. */
  id: `${string}.${string}`;
  subject?: Subject;
  method: Method;
  /** With a trailing slash; parameters in braces. It is served without the slash too. */
  path: `/${string}`;
  access: Access;
  /** Limits of calls and rows, in addition to those of `access` and `method` (`limits.ts`). */
  limits?: Limits;
  summary: string;
  params?: Schema;
  query?: Schema;
  /** The JSON body, or the form's text fields if there are `files`. */
  body?: Schema;
  /** Makes the call a multipart form. */
  files?: Files;
  /** Body of the response; none if absent. */
  response?: Schema;
  /** True if the response may hold stored messages, which are translated to the request's language. */
  holdsMessages?: true;
  /** Makes the response a stream of server-sent events, each with data of this form. */
  events?: Schema;
  /** Excludes a call that isn't a GET from the audit log. */
  changesNothing?: true;
  /** Requires the version that the change is based on as `If-Match`, and rejects a stale one with a 412. */
  ifMatch?: boolean;
  /** Status of success; by default 200, or 204 without a response. */
  status?: 200 | 201 | 202 | 204;
  /** Status if there was nothing to do, where that differs. */
  unchangedStatus?: 200;
  /** Status if the work continues as a job. */
  laterStatus?: 202;
  /** Errors in addition to those of `access`, validation and limits. */
  errors?: readonly ErrorCode[];
  /** Bodies of errors with more than the common form. */
  failures?: Partial<Record<ErrorCode, Schema>>;
  /**
   * Largest JSON body in bytes, if not the `BODY_LIMITS` of `access`. For a form, the bytes held in memory; without it,
   * files are streamed to the storage.
   */
  bodyLimit?: number;
};

/** Largest JSON body in bytes, by access. It fits the longest valid fields with every character escaped. */
export const BODY_LIMITS: Readonly<Record<Access, number>> = {
  anyone: 16 * 1024,
  learner: 64 * 1024,
  admin: 1024 * 1024,
};

/** Largest JSON body of a call with segments or a file's content. */
export const SEGMENTS_BODY_LIMIT = 32 * 1024 * 1024;

/** A form with one file of 16 MiB at most, and its fields. */
export const FILE_BODY_LIMIT = 18 * 1024 * 1024;

export const getBodyLimit = ({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? BODY_LIMITS[access];

/** Declares an endpoint: checks its form and keeps the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/** Returns true for administrators' changes, which go into the audit log. */
export const isAudited = ({ access, method, changesNothing }: Endpoint): boolean =>
  access === 'admin' && method !== 'GET' && !changesNothing;

export function successStatus(declared: Endpoint): number {
  return declared.status ?? (declared.response || declared.events ? 200 : 204);
}

/** Fills in a path's parameters, and appends the query. Undefined query values are left out. */
export function buildUrl(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled;
}
