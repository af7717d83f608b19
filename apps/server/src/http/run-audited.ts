import type { Endpoint } from '@sayback/contract';
import { toClientError } from '../errors/client-errors.ts';
import type { Viewer } from '../security/authentication.ts';

/** A call for the audit log. `input` has the fields of the body and the query. */
export type AuditedCall = {
  viewer: Viewer;
  endpoint: Endpoint;
  target: string;
  params: { id?: number };
  input: Record<string, unknown>;
};

/** Handle on the audit entry of a running call. */
export type AuditEntry = {
  remove: () => Promise<void>;
  /** Adds details that aren't in the body or query: fields of a form, the number of changes. */
  add: (input: AuditedCall['input']) => Promise<void>;
};

export type RecordAudit = (call: AuditedCall) => Promise<AuditEntry>;

const isEmptyPatch = ({ endpoint, input }: AuditedCall) =>
  endpoint.method === 'PATCH' && Object.keys(input).length === 0;

/**
 * Writes a call's audit entry, then runs it. Removes the entry if the call was rejected or changed nothing, but not after other
 * errors, whose outcome is unknown.
 */
export async function runAudited<Value>(
  record: RecordAudit,
  call: AuditedCall,
  work: (addToEntry: AuditEntry['add']) => Value | Promise<Value>,
  wasUnchanged: () => boolean,
): Promise<Value> {
  if (isEmptyPatch(call)) return work(async () => undefined);
  const entry = await record(call);
  try {
    const value = await work(entry.add);
    if (wasUnchanged()) await entry.remove().catch(() => undefined);
    return value;
  } catch (error) {
    if (toClientError(error as Error)) await entry.remove().catch(() => undefined);
    throw error;
  }
}
