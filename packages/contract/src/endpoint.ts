import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { Limits } from './limits.ts';

/** Required role. Administrators can also do what learners can. */
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
 * An endpoint's definition. The server uses it to validate, authorise and serialise; the OpenAPI document and the web app's
 * typed calls are derived from it.
 */
export type Endpoint = {
  /** Group and exported name. Identifies the call in the audit log, OpenAPI, metrics and the web app's queries. */
  id: `${string}.${string}`;
  subject?: Subject;
  method: Method;
  /** Path with a trailing slash, and parameters in braces. The server also accepts it without the slash. */
  path: `/${string}`;
  access: Access;
  /** Call and row limits, in addition to those of `access` and `method` (`limits.ts`). */
  limits?: Limits;
  summary: string;
  params?: Schema;
  query?: Schema;
  /** The JSON body, or the form's text fields if there are `files`. */
  body?: Schema;
  /** Present if the body is a multipart form. */
  files?: Files;
  /** Body of the response; absent if there is none. */
  response?: Schema;
  /** True if the response can contain stored messages, which are translated to the request's language. */
  hasStoredMessages?: true;
  /** Schema of each event's data, if the response is a stream of server-sent events. */
  events?: Schema;
  /** Excludes a call other than GET from the audit log. */
  isReadOnly?: true;
  /** Requires `If-Match` with the version that the change is based on; a stale version gets a 412. */
  ifMatch?: boolean;
  /** Status of success; by default 200, or 204 without a response. */
  status?: 200 | 201 | 202 | 204;
  /** Status if nothing changed, if different. */
  unchangedStatus?: 200;
  /** Status if the work continues as a job. */
  acceptedStatus?: 202;
  /** Errors in addition to those of `access`, validation and limits. */
  errors?: readonly ErrorCode[];
  /** Bodies of errors with additional fields. */
  failures?: Partial<Record<ErrorCode, Schema>>;
  /**
   * Maximum size of a JSON body in bytes; by default `BODY_LIMITS`. For a form, the maximum size to hold in memory; by default,
   * files are streamed to storage.
   */
  bodyLimit?: number;
};

/** Maximum size of a JSON body in bytes, by access: enough for the longest valid fields with every character escaped. */
export const BODY_LIMITS: Readonly<Record<Access, number>> = {
  anyone: 16 * 1024,
  learner: 64 * 1024,
  admin: 1024 * 1024,
};

/** Maximum size of a JSON body with segments or a file's content. */
export const SEGMENTS_BODY_LIMIT = 32 * 1024 * 1024;

/** Maximum size of a form with a file of up to 16 MiB. */
export const FILE_BODY_LIMIT = 18 * 1024 * 1024;

export const getBodyLimit = ({ access, bodyLimit }: Pick<Endpoint, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? BODY_LIMITS[access];

/** Type-checks an endpoint's definition, and preserves the exact types of its schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** Returns true for administrators' changes, which the audit log records. */
export const isAudited = ({ access, method, isReadOnly }: Endpoint): boolean =>
  access === 'admin' && method !== 'GET' && !isReadOnly;

export function successStatus(definition: Endpoint): number {
  return definition.status ?? (definition.response || definition.events ? 200 : 204);
}

/** Fills in a path's parameters and appends the query, omitting undefined and null values. */
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
