import type { AuditSubject, accounts, Subject } from '@sayback/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { AuditedCall } from '../../../http/run-audited.ts';
import { invitations, users } from '../tables.ts';

/** Queries by subject: each selects, by id, a JSON object in the form of the contract's `about`. */
export type SubjectQueries = { [Name in Subject]?: (id: number) => SQL };

/** A query for each subject except jobs, whose entries need no description: the target has their id. */
export type AuditSubjects = Required<Pick<SubjectQueries, Exclude<AuditSubject, 'job'>>>;

export const accountSubjects = {
  user: (id) =>
    sql`select jsonb_build_object('name', ${users.username}) from ${users} where ${users.id} = ${id}`,
  invitation: (id) =>
    sql`select jsonb_build_object('name', ${invitations.group_name}) from ${invitations} where ${invitations.id} = ${id}`,
} satisfies SubjectQueries;

/** Returns a subquery for the statement that inserts the entry, which saves a round trip. */
function describeSubject(subjects: SubjectQueries, { endpoint, params }: AuditedCall): SQL {
  const query = endpoint.subject && subjects[endpoint.subject];
  return query && params.id !== undefined ? sql`coalesce((${query(params.id)}), '{}')` : sql`'{}'::jsonb`;
}

const MAX_LENGTH = 100;
/** `upload` is the id of a multipart upload: anyone who knows it can continue the upload. */
const SECRET = /password|token|secret|^upload$/;

/** Truncates a text for the log, and removes characters that jsonb refuses. */
function truncate(text: string): string {
  const characters = [
    ...text
      .slice(0, 2 * MAX_LENGTH + 2)
      .replaceAll('\0', '')
      .toWellFormed(),
  ];
  return characters.length > MAX_LENGTH
    ? `${characters.slice(0, MAX_LENGTH).join('')}…`
    : characters.join('');
}

function summarizeValue(value: unknown): accounts.AuditDetails['asked'][string] | undefined {
  if (typeof value === 'string') return truncate(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return Array.isArray(value) ? value.length : undefined;
}

/** Returns an input's fields for the log: texts truncated, lists as their length, without objects and secrets. */
export function summarizeInput(input: Record<string, unknown>): accounts.AuditDetails['asked'] {
  const fields = Object.entries(input).flatMap(([field, value]) => {
    const summary = SECRET.test(field) ? undefined : summarizeValue(value);
    return summary === undefined ? [] : [[field, summary]];
  });
  return Object.fromEntries(fields);
}

export const describeCall = (subjects: SubjectQueries, call: AuditedCall): SQL =>
  sql`jsonb_build_object('about', ${describeSubject(subjects, call)}, 'asked', ${JSON.stringify(summarizeInput(call.input))}::jsonb)`;

/** Parses an entry's details. Entries of older releases have none. */
export function readDetails(saved: unknown): accounts.AuditDetails {
  return { about: {}, asked: {}, ...(saved as Partial<accounts.AuditDetails>) };
}
