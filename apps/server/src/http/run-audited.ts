import type { Endpoint } from '@sayback/contract';
import { toClientError } from '../errors/client-errors.ts';
import type { Viewer } from '../security/authentication.ts';

/** A call for the audit log. `input`: the fields of the body and of the query. */
export type AuditedCall = {
  viewer: Viewer;
  declared: Endpoint;
  target: string;
  params: { id?: number };
  input: Record<string, unknown>;
};

/** Handle on the audit entry of a running call. */
export type AuditEntry = {
  remove: () => Promise<void>;
  /** Adds details to the input that only the call knows: fields of a form, number of changes. */
  add: (input: AuditedCall['input']) => Promise<void>;
};

export type RecordAudit = (call: AuditedCall) => Promise<AuditEntry>;

const isEmptyPatch = ({ declared, input }: AuditedCall) =>
  declared.method === 'PATCH' && Object.keys(input).length === 0;

/**
 * Runs a call after writing its audit entry, so that nothing happens without one. The entry is removed if the call was refused
 * or changed nothing; after any other failure the outcome is unknown, and it stays.
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
