import { type LineIdentity, practice } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { mustExist } from '../../../errors/app-error.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { withQuota } from '../../../security/with-quota.ts';
import { type RateLimits, users } from '../../accounts/index.ts';
import { NO_VIDEO } from '../../videos/index.ts';
import { type MemoryReader, TEXT_LENGTH } from '../reviews/card-store.ts';
import { findLine } from './find-line.ts';
import { remembered_lines } from './tables.ts';

type Marks = { [Mark in keyof practice.LineMarks]?: boolean | undefined };
type Deps = { db: PooledDatabase; read: MemoryReader; limits: RateLimits };
type Changed = practice.LineMarks & { is_added: boolean };

const NO_MARKS: Changed = { starred: false, hard: false, suspended: false, is_added: false };

const mark = (name: string) => sql`${sql.placeholder(name)}::boolean`;

/**
 * Changes marks of a line, which is remembered from its first mark on. Throws a 404 if the video doesn't have the line and it
 * isn't remembered.
 */
export function lineMarker({ db, read, limits }: Deps) {
  const statement = prepareStatement<Changed>(
    db,
    'line_marked',
    // Otherwise the row of an account deleted meanwhile would remain.
    sql`with learner as materialized (
        select ${users.id} from ${users} where ${users.id} = ${sql.placeholder('user')}::bigint for key share
      ), given as (
        select learner.id as user_id, ${sql.placeholder('video_id')}::bigint as video_id,
          ${sql.placeholder('text_hash')}::bigint as text_hash, ${sql.placeholder('start_ms')}::bigint as start_ms,
          ${mark('starred')} as starred, ${mark('hard')} as hard, ${mark('suspended')} as suspended
        from learner
      ), changed as (
        update ${remembered_lines} as line set starred = coalesce(given.starred, line.starred),
          hard = coalesce(given.hard, line.hard), suspended = coalesce(given.suspended, line.suspended)
        from given where line.user_id = given.user_id and line.video_id = given.video_id
          and line.text_hash = given.text_hash and line.start_ms = given.start_ms
        returning line.starred, line.hard, line.suspended
      ), added as (
        insert into ${remembered_lines} as line (user_id, video_id, text_hash, start_ms, line_ms, text, starred, hard, suspended)
        select user_id, video_id, text_hash, start_ms, ${sql.placeholder('line_ms')}::bigint, left(${sql.placeholder('text')}, ${TEXT_LENGTH}),
          coalesce(starred, false), coalesce(hard, false), coalesce(suspended, false)
        from given where (starred or hard or suspended) and not exists (select from changed)
        on conflict (user_id, video_id, text_hash, start_ms) do update set
          starred = coalesce(${mark('starred')}, line.starred),
          hard = coalesce(${mark('hard')}, line.hard),
          suspended = coalesce(${mark('suspended')}, line.suspended)
        returning starred, hard, suspended
      )
      select *, false as is_added from changed union all select *, true from added`,
  );
  return async (
    viewer: Viewer,
    asked: LineIdentity & { video_id: number },
    marks: Marks,
  ): Promise<practice.LineMarks> => {
    const stored = await read(viewer, [asked]);
    mustExist(stored.open.includes(asked.video_id), NO_VIDEO);
    const { start_ms, segment } = mustExist(findLine(asked, stored), 'practice.noSuchLine');
    const quota = [practice.MARKS_PER_DAY, String(viewer.id)] as const;
    const taken = limits.take(...quota).then(() => 1);
    const { is_added, counted, ...shown } = await withQuota(limits, quota, taken, async () => {
      await taken;
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
      const [changed = NO_MARKS] = rows;
      return { ...changed, counted: Number(changed.is_added) };
    });
    return shown;
  };
}
