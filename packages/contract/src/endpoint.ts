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

/** The files of a multipart form by field name, with what each is for. */
export type Files = Record<string, { description: string; required: boolean }>;

/**
 * One call, declared once. The server validates, authorises and serialises by it, the OpenAPI document and the
 * web's typed calls are made from it.
 */
export type Endpoint = {
  /** The group and the name that it is exported by. The audit log, OpenAPI, metrics and queries call it by this. */
  id: `${string}.${string}`;
  subject?: Subject;
  method: Method;
  /** With a trailing slash; parameters in braces. It is served without the slash too. */
  path: `/${string}`;
  access: Access;
  /** The calls and rows that one may make, beyond what `access` and `method` bring (`limits.ts`). */
  limits?: Limits;
  summary: string;
  params?: Schema;
  query?: Schema;
  /** The JSON body, or with `files` the text fields of the form. */
  body?: Schema;
  /** Makes the call a multipart form. */
  files?: Files;
  /** The body of the response; without it there is none. */
  response?: Schema;
  /** The response may hold stored messages: each is worded in the language of the request. */
  holdsMessages?: true;
  /** Makes the response a stream of server-sent events, each with data of this form. */
  events?: Schema;
  /** Keeps a call that isn't a GET out of the audit log. */
  changesNothing?: true;
  /** Takes the version that the change was made from as `If-Match`, and rejects a stale one with a 412. */
  ifMatch?: boolean;
  /** The status of success: 200, or 204 without a response, unless given. */
  status?: 200 | 201 | 202 | 204;
  /** The status when there was nothing left to do, where that is another one. */
  unchangedStatus?: 200;
  /** The status when the work continues as a job. */
  laterStatus?: 202;
  /** Failures beyond those that `access`, validation and limits bring with them. */
  errors?: readonly ErrorCode[];
  /** Bodies of failures that have more than the common form. */
  failures?: Partial<Record<ErrorCode, Schema>>;
  /**
   * The largest JSON body in bytes, where it isn't the one of `access` in `BODY_LIMITS`. Of a form, what the server holds in
   * memory; without it, the files go to storage as they come.
   */
  bodyLimit?: number;
};

/** The largest JSON body in bytes, by who may call. Each holds the longest valid fields with every character escaped. */
export const BODY_LIMITS: Readonly<Record<Access, number>> = {
  anyone: 16 * 1024,
  learner: 64 * 1024,
  admin: 1024 * 1024,
};

/** The largest JSON body of a call that carries segments or a file's content. */
export const SEGMENTS_BODY_LIMIT = 32 * 1024 * 1024;

/** A form with one file of 16 MiB at most, and its fields. */
export const FILE_BODY_LIMIT = 18 * 1024 * 1024;

export const bodyLimitOf = ({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? BODY_LIMITS[access];

/** Declares an endpoint: checks its form and keeps the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/** Returns true for what administrators change: it goes into the audit log. */
export const isAudited = ({ access, method, changesNothing }: Endpoint): boolean =>
  access === 'admin' && method !== 'GET' && !changesNothing;

export function successStatus(declared: Endpoint): number {
  return declared.status ?? (declared.response || declared.events ? 200 : 204);
}

/** Fills a path's braces with the parameters given, and appends the query. Undefined query values are left out. */
export function urlOf(
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
