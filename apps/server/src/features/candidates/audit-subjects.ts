import { sql } from 'drizzle-orm';
import type { SubjectQueries } from '../accounts/index.ts';
import { candidates, saved_searches } from './tables.ts';

export const candidateSubjects = {
  candidate: (id) =>
    sql`select jsonb_build_object('name', ${candidates.title}, 'candidate_id', ${candidates.id}) from ${candidates} where ${candidates.id} = ${id}`,
  'saved-search': (id) =>
    sql`select jsonb_build_object('name', ${saved_searches.name}) from ${saved_searches} where ${saved_searches.id} = ${id}`,
} satisfies SubjectQueries;
