import type { Endpoint } from '@sayback/contract';

export type Role = 'nobody' | 'learner' | 'admin';

export type HostileRequest = {
  declared: Endpoint;
  /** Description of the mutation. */
  what: string;
  role: Role;
  method: string;
  /** Path and query as sent over the wire. */
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** True if the request must be rejected: by role or by the contract's schema. */
  expectRefusal: boolean;
};

/** The part of a request that one kind of mutation creates. */
export type Mutation<Part> = { what: string; expectRefusal?: boolean } & Part;

/** A body and its headers. */
export type Body = { headers: Record<string, string>; body: Buffer };

const MAX_SHOWN_LENGTH = 1500;

/** Formats a request so that it can be sent again by hand; long bodies are truncated. */
export function showRequest({ declared, what, role, method, url, headers, body }: HostileRequest): string {
  const loggedHeaders = { ...headers, ...(headers.authorization && { authorization: `(${role}’s)` }) };
  const text = body?.toString('latin1') ?? '';
  const cut =
    text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)} … ${text.length} bytes` : text;
  return [
    `${what} [${role}, ${declared.method} ${declared.path}]`,
    `${method} ${url.slice(0, MAX_SHOWN_LENGTH)}`,
    JSON.stringify(loggedHeaders).slice(0, MAX_SHOWN_LENGTH),
    JSON.stringify(cut),
  ].join('\n  ');
}
