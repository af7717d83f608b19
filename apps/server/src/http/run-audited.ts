import type { Endpoint } from '@sayback/contract';
import { toClientError } from '../errors/client-errors.ts';
import type { Viewer } from '../security/authentication.ts';

/** A call that goes into the audit log. `input`: the fields of the body and of the query. */
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
  /** Adds to the input what the call itself found out: fields of a form, how much was changed. */
  add: (input: AuditedCall['input']) => Promise<void>;
};

export type RecordAudit = (call: AuditedCall) => Promise<AuditEntry>;

const isEmptyPatch = ({ declared, input }: AuditedCall) =>
  declared.method === 'PATCH' && Object.keys(input).length === 0;

/**
 * Runs a call after its entry was written, so that nothing is done that the log doesn't have. The entry of a call that was
 * refused, or changed nothing, is removed; after any other failure nobody knows how far the call came, and it stays.
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
