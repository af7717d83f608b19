import type { LineIdentity, practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { mustExist } from '../../../errors/app-error.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { NO_VIDEO } from '../../videos/index.ts';
import { type MemoryReader, TEXT_LENGTH } from './card-store.ts';
import { findLine } from './find-line.ts';
import { remembered_lines } from './tables.ts';

type Marks = { [Mark in keyof practice.LineMarks]?: boolean | undefined };
type Deps = { db: PooledDatabase; read: MemoryReader };

const mark = (name: string) => sql`${sql.placeholder(name)}::boolean`;

/** Changes the marks of a line that are given. Throws a 404 for a line that the video doesn't have, and that isn't remembered. */
export function lineMarker({ db, read }: Deps) {
  const statement = prepareStatement<practice.LineMarks>(
    db,
    'line_marked',
    sql`insert into ${remembered_lines} as line (user_id, video_id, text_hash, start_ms, line_ms, text, starred, hard, suspended)
      select ${sql.placeholder('user')}::bigint, ${sql.placeholder('video_id')}, ${sql.placeholder('text_hash')}::bigint,
        ${sql.placeholder('start_ms')}::bigint, ${sql.placeholder('line_ms')}::bigint, left(${sql.placeholder('text')}, ${TEXT_LENGTH}),
        coalesce(${mark('starred')}, false), coalesce(${mark('hard')}, false), coalesce(${mark('suspended')}, false)
      on conflict (user_id, video_id, text_hash, start_ms) do update set
        starred = coalesce(${mark('starred')}, line.starred),
        hard = coalesce(${mark('hard')}, line.hard),
        suspended = coalesce(${mark('suspended')}, line.suspended)
      returning starred, hard, suspended`,
  );
  return async (
    viewer: Viewer,
    asked: LineIdentity & { video_id: number },
    marks: Marks,
  ): Promise<practice.LineMarks> => {
    const stored = await read(viewer, [asked]);
    mustExist(stored.open.includes(asked.video_id), NO_VIDEO);
    const { start_ms, segment } = mustExist(findLine(asked, stored), 'practice.noSuchLine');
    const { rows } = await statement({
      user: viewer.id,
      video_id: asked.video_id,
      text_hash: asked.text_hash,
      start_ms,
      line_ms: segment?.start_ms ?? start_ms,
      text: segment?.text_original ?? '',
      starred: marks.starred ?? null,
      hard: marks.hard ?? null,
      suspended: marks.suspended ?? null,
    });
    return rows[0] as practice.LineMarks;
  };
}
