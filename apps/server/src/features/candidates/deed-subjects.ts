import { sql } from 'drizzle-orm';
import type { DeedSubjects } from '../accounts/index.ts';
import { candidates, saved_searches } from './tables.ts';

/** What the audit log says of calls about candidates. */
export const candidateSubjects: DeedSubjects = {
  '/api/youtube-candidates/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${candidates.title}, 'candidate_id', ${candidates.id}) from ${candidates} where ${candidates.id} = ${id}`,
  '/api/youtube-candidates/saved-searches/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${saved_searches.name}) from ${saved_searches} where ${saved_searches.id} = ${id}`,
};
