import type { Endpoint } from '@sayback/contract';

export type Role = 'nobody' | 'learner' | 'admin';

export type HostileRequest = {
  endpoint: Endpoint;
  /** Description of the mutation. */
  description: string;
  role: Role;
  method: string;
  /** Path and query as sent over the wire. */
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** True if the server must reject the request because of the role or the contract's schema. */
  mustBeRejected: boolean;
};

/** A mutation's description, and the part of the request that it replaces. */
export type Mutation<Part> = { description: string; mustBeRejected?: boolean } & Part;

/** A body and its headers. */
export type Body = { headers: Record<string, string>; body: Buffer };

const MAX_SHOWN_LENGTH = 1500;

/** Formats a request for reproducing it manually. Truncates long bodies. */
export function formatRequest({
  endpoint,
  description,
  role,
  method,
  url,
  headers,
  body,
}: HostileRequest): string {
  const loggedHeaders = { ...headers, ...(headers.authorization && { authorization: `(${role})` }) };
  const text = body?.toString('latin1') ?? '';
  const shownText =
    text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)} … ${text.length} bytes` : text;
  return [
    `${description} [${role}, ${endpoint.method} ${endpoint.path}]`,
    `${method} ${url.slice(0, MAX_SHOWN_LENGTH)}`,
    JSON.stringify(loggedHeaders).slice(0, MAX_SHOWN_LENGTH),
    JSON.stringify(shownText),
  ].join('\n  ');
}
