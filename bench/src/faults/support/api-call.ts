import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, buildUrl, type Endpoint, type Schema } from '@sayback/contract';
import type { Account } from '../../../../e2e/support/api.ts';
import type { Tally } from './tally.ts';

/** Timeout after which a request counts as unanswered: longer than any limit of the server. */
const TIMEOUT_MS = 60_000;

type Answer<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? S['_zod']['output']
  : undefined;
type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
};

/** Calls an endpoint of the contract. Throws a `Refusal` for an error response, and a `Broken` without a response. */
export type ApiCall = <E extends Endpoint>(declared: E, input?: Input) => Promise<Answer<E>>;

export class Refusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

export class Broken extends Error {}

/** The servers, in order of preference, and the tally of outcomes. */
export type Site = { urls: readonly string[]; tally: Tally };

const describeError = (error: unknown): string => {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return `nothing in ${TIMEOUT_MS / 1000} s`;
  return cause?.code ?? code ?? name ?? 'broken';
};

async function readBody(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return { text: text.slice(0, 200) };
  }
}

function judge(declared: Endpoint, answer: Response, body: Record<string, unknown>, tally: Tally): void {
  const label = `${answer.status} of ${declared.method} ${declared.path}`;
  if (answer.status === 500) tally.recordImproper(label);
  else if (typeof body.detail !== 'string') tally.recordImproper(`${label} without words`);
  else if (answer.status === 503 && !answer.headers.has('retry-after')) {
    tally.recordImproper(`${label} without Retry-After`);
  }
}

/** Creates a function that calls endpoints, with the token that `token` returns, if any. Tries the servers in order. */
export function createCaller({ urls, tally }: Site, token: () => string | null = () => null): ApiCall {
  let turn = 0;
  return async (declared, { params, query, body, form, headers } = {}) => {
    const url = urls[turn++ % urls.length];
    const bearer = token();
    const begin = performance.now();
    try {
      const answer = await fetch(url + buildUrl(declared.path, params, query), {
        method: declared.method,
        headers: {
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: form ?? (body ? JSON.stringify(body) : null),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const output = answer.status === 204 ? {} : await readBody(answer);
      tally.note(String(answer.status), performance.now() - begin);
      if (answer.ok) return output as never;
      judge(declared, answer, output, tally);
      throw new Refusal(answer.status, output);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      tally.note(describeError(error), null);
      throw new Broken(describeError(error));
    }
  };
}

/** Signs in. Refreshes an expired access token, as the web app does. */
export async function callAs(
  site: Site,
  account: Account,
): Promise<ApiCall & { tokens: { access: string; refresh: string } }> {
  const anybody = createCaller(site);
  const tokens = await withRetries(() => anybody(accounts.login, { body: account }));
  const call = createCaller(site, () => tokens.access);
  const callAsUser: ApiCall = async (declared, input) => {
    try {
      return await call(declared, input);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      tokens.access = (await anybody(accounts.refreshToken, { body: { refresh: tokens.refresh } })).access;
      return call(declared, input);
    }
  };
  return Object.assign(callAsUser, { tokens });
}

const isTemporary = (error: unknown) =>
  error instanceof Broken || (error instanceof Refusal && (error.status >= 500 || error.status === 429));

/** Retries failed work, as a user would, for `limitMs` milliseconds. */
export async function withRetries<T>(work: () => Promise<T>, limitMs = 30_000): Promise<T> {
  const until = performance.now() + limitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() > until) throw error;
      await sleep(100);
    }
  }
}
