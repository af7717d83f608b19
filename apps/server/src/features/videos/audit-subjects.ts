import { sql } from 'drizzle-orm';
import type { SubjectQueries } from '../accounts/index.ts';
import { videos } from './tables.ts';

export const videoSubjects = {
  video: (id) =>
    sql`select jsonb_build_object('name', ${videos.title}, 'video_id', ${videos.id}) from ${videos} where ${videos.id} = ${id}`,
} satisfies SubjectQueries;
