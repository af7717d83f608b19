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
type ChangedMarks = practice.LineMarks & { is_added: boolean };

const NO_MARKS: ChangedMarks = { starred: false, hard: false, suspended: false, is_added: false };

const markPlaceholder = (name: string) => sql`${sql.placeholder(name)}::boolean`;

/**
 * Changes a line's marks. The first mark makes it a remembered line. Throws a 404 if the line is neither in the video nor
 * remembered.
 */
export function lineMarker({ db, read, limits }: Deps) {
  const statement = prepareStatement<ChangedMarks>(
    db,
    'line_marked',
    // Locks the account, so that no row is added for one that is being deleted.
    sql`with learner as materialized (
        select ${users.id} from ${users} where ${users.id} = ${sql.placeholder('user')}::bigint for key share
      ), input as (
        select learner.id as user_id, ${sql.placeholder('video_id')}::bigint as video_id,
          ${sql.placeholder('text_hash')}::bigint as text_hash, ${sql.placeholder('start_ms')}::bigint as start_ms,
          ${markPlaceholder('starred')} as starred, ${markPlaceholder('hard')} as hard, ${markPlaceholder('suspended')} as suspended
        from learner
      ), changed as (
        update ${remembered_lines} as line set starred = coalesce(input.starred, line.starred),
          hard = coalesce(input.hard, line.hard), suspended = coalesce(input.suspended, line.suspended)
        from input where line.user_id = input.user_id and line.video_id = input.video_id
          and line.text_hash = input.text_hash and line.start_ms = input.start_ms
        returning line.starred, line.hard, line.suspended
      ), added as (
        insert into ${remembered_lines} as line (user_id, video_id, text_hash, start_ms, line_ms, text, starred, hard, suspended)
        select user_id, video_id, text_hash, start_ms, ${sql.placeholder('line_ms')}::bigint, left(${sql.placeholder('text')}, ${TEXT_LENGTH}),
          coalesce(starred, false), coalesce(hard, false), coalesce(suspended, false)
        from input where (starred or hard or suspended) and not exists (select from changed)
        on conflict (user_id, video_id, text_hash, start_ms) do update set
          starred = coalesce(${markPlaceholder('starred')}, line.starred),
          hard = coalesce(${markPlaceholder('hard')}, line.hard),
          suspended = coalesce(${markPlaceholder('suspended')}, line.suspended)
        returning starred, hard, suspended
      )
      select *, false as is_added from changed union all select *, true from added`,
  );
  return async (
    viewer: Viewer,
    requested: LineIdentity & { video_id: number },
    marks: Marks,
  ): Promise<practice.LineMarks> => {
    const stored = await read(viewer, [requested]);
    mustExist(stored.open.includes(requested.video_id), NO_VIDEO);
    const { start_ms, segment } = mustExist(findLine(requested, stored), 'practice.noSuchLine');
    const quota = [practice.MARKS_PER_DAY, String(viewer.id)] as const;
    const points = limits.take(...quota).then(() => 1);
    const { is_added, counted, ...newMarks } = await withQuota(limits, quota, points, async () => {
      await points;
      const { rows } = await statement({
        user: viewer.id,
        video_id: requested.video_id,
        text_hash: requested.text_hash,
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
    return newMarks;
  };
}
