import type { accounts } from '@sayback/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Deed } from '../../../http/serve.ts';
import { invitations, users } from '../tables.ts';

/**
 * What calls are about, by how their paths begin: from the id in the path to a query for a JSON object, in the contract's form.
 * The longest beginning counts.
 */
export type DeedSubjects = Record<string, (id: number) => SQL>;

export const accountSubjects: DeedSubjects = {
  '/api/users/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${users.username}) from ${users} where ${users.id} = ${id}`,
  '/api/invitations/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${invitations.group_name}) from ${invitations} where ${invitations.id} = ${id}`,
};

/** Asked for in the entry's own statement: each change of an administrator's would wait for one more. */
function aboutOf(subjects: DeedSubjects, { declared, params }: Deed): SQL {
  const [beginning] = Object.keys(subjects)
    .filter((path) => declared.path.startsWith(path))
    .sort((a, b) => b.length - a.length);
  const subject = beginning && params.id !== undefined ? subjects[beginning]?.(params.id) : undefined;
  return subject ? sql`coalesce((${subject}), '{}')` : sql`'{}'::jsonb`;
}

const LONGEST = 100;
const SECRET = /password|token|secret/;

/** What jsonb takes, of a text of any length. */
function cut(text: string): string {
  const characters = [
    ...text
      .slice(0, 2 * LONGEST + 2)
      .replaceAll('\0', '')
      .toWellFormed(),
  ];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('');
}

function brief(value: unknown): accounts.DeedDetails['asked'][string] | undefined {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return Array.isArray(value) ? value.length : undefined;
}

/** The fields that were asked for, as short as a log is to be. */
export function askedOf(asked: Record<string, unknown>): accounts.DeedDetails['asked'] {
  const fields = Object.entries(asked).flatMap(([field, value]) => {
    const told = SECRET.test(field) ? undefined : brief(value);
    return told === undefined ? [] : [[field, told]];
  });
  return Object.fromEntries(fields);
}

/** What a deed was about and what was asked, to be kept with it. */
export const detailsOf = (subjects: DeedSubjects, deed: Deed): SQL =>
  sql`jsonb_build_object('about', ${aboutOf(subjects, deed)}, 'asked', ${JSON.stringify(askedOf(deed.asked))}::jsonb)`;

/** As kept; of what an older release wrote nothing is known. */
export function readDetails(kept: unknown): accounts.DeedDetails {
  return { about: {}, asked: {}, ...(kept as Partial<accounts.DeedDetails>) };
}
