import { buildUrl, type Endpoint, type Schema } from '@sayback/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { accountStore, sessionStore } from '../features/accounts/index.ts';
import { startSession } from '../features/accounts/login/sessions.ts';
import { hashPassword } from '../features/accounts/passwords/password.ts';
import type { TestApp } from './start-app.ts';

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
};

export type Client = {
  /**
   * Calls an endpoint, and parses its response by the contract, without undeclared fields. Throws for a status of 300 or more.
   */
  call: <E extends Endpoint>(endpoint: E, input?: Input) => Promise<Output<E['response']>>;
  /** Calls an endpoint, and returns any response. */
  try: (endpoint: Endpoint, input?: Input) => Promise<LightMyRequestResponse>;
};

export const PASSWORD = 'correct horse 9';

/** Creates a client of the app, with or without a user's access token. */
export function clientFor(app: FastifyInstance, token?: string): Client {
  const attempt: Client['try'] = (endpoint, { params, query, body, headers } = {}) =>
    app.inject({
      method: endpoint.method,
      url: buildUrl(endpoint.path, params, query),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
  return {
    try: attempt,
    async call<E extends Endpoint>(endpoint: E, input?: Input) {
      const response = await attempt(endpoint, input);
      if (response.statusCode >= 300) {
        throw new Error(`${endpoint.method} ${endpoint.path}: ${response.statusCode} ${response.body}`);
      }
      return (endpoint.response ? z.parse(endpoint.response, response.json()) : undefined) as Output<
        E['response']
      >;
    },
  };
}

let userCount = 0;

/** Hash of `PASSWORD`, computed only once, since hashing is slow by design. */
let passwordHash: Promise<string> | undefined;

type SignedIn = Client & { id: number; username: string; token: string; refresh: string };

/** Creates a user with a session, as after signing in. */
export async function signIn(
  { app, context }: Pick<TestApp, 'app' | 'context'>,
  role: 'learner' | 'admin' = 'learner',
): Promise<SignedIn> {
  userCount += 1;
  passwordHash ??= hashPassword(PASSWORD);
  const user = await accountStore(context.db).addUser({
    username: `${role}${userCount}`,
    password_hash: await passwordHash,
    email: '',
    is_admin: role === 'admin',
  });
  const deps = { sessions: sessionStore(context.db), tokens: context.tokens };
  const { id: user_id, password_hash } = user;
  const { access, refresh } = await startSession(deps, { user_id, password_hash }, 'a test');
  return { ...clientFor(app, access), id: user.id, username: user.username, token: access, refresh };
}

/** Builds a multipart form as `body` and `headers` of an injected request. */
export async function buildForm(
  fields: Record<string, string>,
  files: Record<string, { name: string; bytes: Uint8Array | string }> = {},
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [field, { name, bytes }] of Object.entries(files)) {
    form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  }
  const request = new Request('http://form/', { method: 'POST', body: form });
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}
