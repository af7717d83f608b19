import { sql } from 'drizzle-orm';
import type { DeedSubjects } from '../accounts/index.ts';
import { videos } from './tables.ts';

/** What the audit log says of calls about videos. */
export const videoSubjects: DeedSubjects = {
  '/api/videos/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${videos.title}, 'video_id', ${videos.id}) from ${videos} where ${videos.id} = ${id}`,
};
