import type { AuditSubject, accounts, Subject } from '@sayback/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { AuditedCall } from '../../../http/run-audited.ts';
import { invitations, users } from '../tables.ts';

/** Queries by subject: each selects, by id, a JSON object in the form of the contract's `about`. */
export type SubjectQueries = { [Name in Subject]?: (id: number) => SQL };

/** Jobs are identified by their number. */
export type AuditSubjects = Required<Pick<SubjectQueries, Exclude<AuditSubject, 'job'>>>;

export const accountSubjects = {
  user: (id) =>
    sql`select jsonb_build_object('name', ${users.username}) from ${users} where ${users.id} = ${id}`,
  invitation: (id) =>
    sql`select jsonb_build_object('name', ${invitations.group_name}) from ${invitations} where ${invitations.id} = ${id}`,
} satisfies SubjectQueries;

/** A subquery in the entry's own statement: it saves a round trip on every change. */
function describeSubject(subjects: SubjectQueries, { endpoint, params }: AuditedCall): SQL {
  const query = endpoint.subject && subjects[endpoint.subject];
  return query && params.id !== undefined ? sql`coalesce((${query(params.id)}), '{}')` : sql`'{}'::jsonb`;
}

const LONGEST = 100;
/** The name of a multipart upload is a secret: its bearer can continue it. */
const SECRET = /password|token|secret|^upload$/;

/** Truncates a text for the log, and removes characters that jsonb refuses. */
function cut(text: string): string {
  const characters = [
    ...text
      .slice(0, 2 * LONGEST + 2)
      .replaceAll('\0', '')
      .toWellFormed(),
  ];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('');
}

function brief(value: unknown): accounts.AuditDetails['asked'][string] | undefined {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return Array.isArray(value) ? value.length : undefined;
}

/** Returns an input's fields, truncated and without secrets. */
export function summarizeInput(input: Record<string, unknown>): accounts.AuditDetails['asked'] {
  const fields = Object.entries(input).flatMap(([field, value]) => {
    const saved = SECRET.test(field) ? undefined : brief(value);
    return saved === undefined ? [] : [[field, saved]];
  });
  return Object.fromEntries(fields);
}

export const describeCall = (subjects: SubjectQueries, call: AuditedCall): SQL =>
  sql`jsonb_build_object('about', ${describeSubject(subjects, call)}, 'asked', ${JSON.stringify(summarizeInput(call.input))}::jsonb)`;

/** Parses an entry's details, which older releases didn't write. */
export function readDetails(saved: unknown): accounts.AuditDetails {
  return { about: {}, asked: {}, ...(saved as Partial<accounts.AuditDetails>) };
}
