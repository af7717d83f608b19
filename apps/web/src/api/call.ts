import { buildUrl, type Endpoint, type Schema, TIME_ZONE_HEADER } from '@sayback/contract';
import * as z from 'zod/mini';
import { acceptedLanguages } from '../locales/accepted-languages.ts';
import { ApiError, readRetryAfter, UnexpectedResponse } from './api-error.ts';
import { assertTokenOwner, pageAccount } from './page-account.ts';
import { takePrefetched } from './prefetched-responses.ts';
import { refreshAccess } from './refresh.ts';
import { accessToken } from './tokens.ts';

type Part<E, Name extends 'params' | 'query' | 'body'> = E extends { [K in Name]: infer S extends Schema }
  ? z.input<S>
  : undefined;
type RequiredPart<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };
/** Path parameters can be passed as numbers, although the schema parses strings. */
type Params<E> =
  Part<E, 'params'> extends undefined ? undefined : Record<keyof Part<E, 'params'>, string | number>;
type Query<E> =
  Part<E, 'query'> extends undefined
    ? undefined
    : { [K in keyof Part<E, 'query'>]?: string | number | boolean | undefined };

/**
 * `keepalive`: the call outlives the page. `ifMatch`: the version that a change is based on. `account`: the owner of the data, by
 * default the page's account; with another account's token the call fails as a 401, without being sent.
 */
type Options = { signal?: AbortSignal; keepalive?: boolean; ifMatch?: number; account?: string };

export type Input<E extends Endpoint> = RequiredPart<'params', Params<E>> &
  Partial<RequiredPart<'query', Query<E>>> &
  RequiredPart<'body', Part<E, 'body'>> &
  Options;

export type Output<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? z.output<S>
  : undefined;

type UncheckedInput = Options & { params?: object; query?: object; body?: unknown };

async function send(endpoint: Endpoint, input: UncheckedInput, token: string | null): Promise<Response> {
  const { params, query, body, signal, keepalive = false, ifMatch } = input;
  const url = buildUrl(endpoint.path, params as Record<string, unknown>, query as Record<string, unknown>);
  const prefetched = endpoint.method === 'GET' && (await takePrefetched(url, token));
  if (prefetched) return prefetched;
  return fetch(url, {
    method: endpoint.method,
    keepalive,
    headers: {
      ...languageHeaders(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(token && endpoint.access !== 'anyone' && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** Validates a response against the contract. Throws an ApiError for a failure, UnexpectedResponse for anything else. */
export async function readResponse<E extends Endpoint>(
  endpoint: E,
  status: number,
  text: string,
  retryAfterMs?: number,
): Promise<Output<E>> {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (status >= 400) throw new ApiError(status, body, retryAfterMs);
  if (!endpoint.response) return undefined as Output<E>;
  const parsed = z.safeParse(endpoint.response, body);
  if (!parsed.success) throw new UnexpectedResponse(`${endpoint.method} ${endpoint.path}`);
  return parsed.data as Output<E>;
}

/**
 * Sends a call and returns the raw response. After a 401, refreshes the token and retries once. Throws an ApiError with
 * status 0 without a response.
 */
export async function fetchResponse<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Response> {
  const attempt = async (token: string | null) => {
    const owner = endpoint.access === 'anyone' ? null : (input.account ?? pageAccount());
    // Another tab has signed out: send nothing more from this account.
    if (owner !== null && token === null) return new Response(null, { status: 401 });
    assertTokenOwner(owner, token);
    try {
      return await send(endpoint, input as UncheckedInput, token);
    } catch (error) {
      if (input.signal?.aborted) throw error;
      throw new ApiError(0);
    }
  };
  const token = accessToken();
  const response = await attempt(token);
  if (response.status !== 401 || endpoint.access === 'anyone') return response;
  // Another call may have refreshed the token meanwhile.
  const newToken = accessToken() === token ? await refreshAccess() : accessToken();
  return newToken ? attempt(newToken) : response;
}

/** Calls an endpoint of the contract. Throws an ApiError (status 0 without a response) or UnexpectedResponse. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  const response = await fetchResponse(endpoint, input);
  const { status, headers } = response;
  return readResponse(endpoint, status, await response.text(), readRetryAfter(headers));
}

/** Headers that request the server's messages in the interface's language, with times in the local time zone. */
export const languageHeaders = (): Record<string, string> => ({
  'accept-language': acceptedLanguages().join(),
  [TIME_ZONE_HEADER]: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
