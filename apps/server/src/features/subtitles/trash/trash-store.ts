import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { alignments, drafts, revisions, segments, stored_files, subtitles, trash } from '../tables.ts';

export type TrashRow = typeof trash.$inferSelect;
type Thing = Pick<TrashRow, 'kind' | 'thing_id'>;

/** Tables that a deleted item's rows come from; each refers to earlier ones only. */
const PARTS = { subtitles, stored_files, alignments, segments, revisions, drafts };
type Part = keyof typeof PARTS;

/** Limit of a video's listed deleted subtitles: older ones appear when others are restored or purged. */
const LISTED = 100;

/** References that may have been deleted permanently meanwhile: then restored as null. */
const LOOSE: Record<string, string> = { created_by: 'users', stored_file_id: 'stored_files' };

function getRows({ kind, thing_id: id }: Thing): [Part, SQL][] {
  if (kind === 'file') return [['stored_files', sql`id = ${id}`]];
  if (kind === 'revision') {
    return [
      ['revisions', sql`id = ${id}`],
      ['drafts', sql`revision_id = ${id}`],
    ];
  }
  return [
    ['subtitles', sql`id = ${id}`],
    ['stored_files', sql`subtitle_id = ${id}`],
    ['alignments', sql`subtitle_id = ${id}`],
    ['segments', sql`alignment_id in (select id from alignments where subtitle_id = ${id})`],
    ['revisions', sql`subtitle_id = ${id}`],
    ['drafts', sql`revision_id in (select id from revisions where subtitle_id = ${id})`],
  ];
}

/** Moves subtitles' rows to the trash and back, inside the database. */
export function trashStore(db: Database) {
  const named = ({ kind, thing_id }: Thing) => and(eq(trash.kind, kind), eq(trash.thing_id, thing_id));

  /** Columns newer than the rows get their defaults. */
  async function getColumns(trashId: number, part: Part): Promise<string[]> {
    const { rows } = await db.execute<{ keys: string[] }>(sql`
      select array(select jsonb_object_keys(content)) as keys from trashed_rows
      where trash_id = ${trashId} and table_name = ${part} limit 1`);
    const present = new Set(rows[0]?.keys);
    return Object.keys(getTableColumns(PARTS[part])).filter((column) => present.has(column));
  }

  return {
    /** Copies an item's rows. Lock it first, and delete it afterwards. */
    async put(thing: Omit<typeof trash.$inferInsert, 'id' | 'trashed_at'>): Promise<void> {
      const [added] = await db.insert(trash).values(thing).returning({ id: trash.id });
      for (const [part, where] of getRows(thing)) {
        await db.execute(sql`
          insert into trashed_rows (trash_id, table_name, content)
          select ${(added as { id: number }).id}, ${part}, to_jsonb(present) from ${sql.identifier(part)} as present
          where ${where}`);
      }
    },

    /** Finds an item in the trash, locked against a second restore until the transaction ends. */
    lock: (thing: Thing): Promise<TrashRow | null> =>
      firstRow(db.select().from(trash).where(named(thing)).for('update')),

    listSubtitles: (videoId: number): Promise<TrashRow[]> =>
      db
        .select()
        .from(trash)
        .where(and(eq(trash.video_id, videoId), eq(trash.kind, 'subtitle')))
        .orderBy(desc(trash.id))
        .limit(LISTED),

    async restoreRows(trashId: number): Promise<void> {
      for (const part of Object.keys(PARTS) as Part[]) {
        const columns = await getColumns(trashId, part);
        if (columns.length === 0) continue;
        const names = columns.map((column) => sql.identifier(column));
        const values = columns.map((column) => {
          const value = sql`given.${sql.identifier(column)}`;
          const target = LOOSE[column];
          return target ? sql`(select id from ${sql.identifier(target)} where id = ${value})` : value;
        });
        await db.execute(sql`
          insert into ${sql.identifier(part)} (${sql.join(names, sql`, `)}) overriding system value
          select ${sql.join(values, sql`, `)}
          from trashed_rows, jsonb_populate_record(null::${sql.identifier(part)}, content) as given
          where trash_id = ${trashId} and table_name = ${part}`);
      }
      await db.delete(trash).where(eq(trash.id, trashId));
    },

    /** Returns true if another original of that video was deleted later. */
    async isOlderOriginal({ video_id, original_language, trashed_at }: TrashRow): Promise<boolean> {
      const [later] = await db
        .select({ id: trash.id })
        .from(trash)
        .where(
          and(
            eq(trash.video_id, video_id),
            eq(trash.kind, 'subtitle'),
            eq(trash.language, original_language),
            gt(trash.trashed_at, trashed_at),
          ),
        )
        .limit(1);
      return later !== undefined;
    },

    async purge(before: Date): Promise<void> {
      await db.delete(trash).where(lt(trash.trashed_at, before));
    },
  };
}
