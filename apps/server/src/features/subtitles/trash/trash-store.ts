import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, firstRow } from '../../../platform/database/database.ts';
import { alignments, drafts, revisions, segments, stored_files, subtitles, trash } from '../tables.ts';

export type TrashRow = typeof trash.$inferSelect;
type Item = Pick<TrashRow, 'kind' | 'thing_id'>;

/** Tables with rows of deleted items. Each table only refers to earlier ones. */
const TABLES = { subtitles, stored_files, alignments, segments, revisions, drafts };
type TableName = keyof typeof TABLES;

/** Maximum number of a video's deleted subtitles in a list. Older ones appear when others are restored or purged. */
const MAX_LISTED = 100;

/** Columns, with the tables that they refer to, that are restored as null if the row was deleted meanwhile. */
const OPTIONAL_REFERENCES: Record<string, string> = { created_by: 'users', stored_file_id: 'stored_files' };

/** Returns the condition for an item's rows in each table. */
function rowConditions({ kind, thing_id: id }: Item): [TableName, SQL][] {
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

/** Moves rows of subtitles, revisions and files to the trash and back, inside the database. */
export function trashStore(db: Database) {
  const isItem = ({ kind, thing_id }: Item) => and(eq(trash.kind, kind), eq(trash.thing_id, thing_id));

  /** Lists the columns of trashed rows. Columns added to the table since get their defaults. */
  async function listColumns(trashId: number, table: TableName): Promise<string[]> {
    const { rows } = await db.execute<{ keys: string[] }>(sql`
      select array(select jsonb_object_keys(content)) as keys from trashed_rows
      where trash_id = ${trashId} and table_name = ${table} limit 1`);
    const keys = new Set(rows[0]?.keys);
    return Object.keys(getTableColumns(TABLES[table])).filter((column) => keys.has(column));
  }

  return {
    /** Copies an item's rows. Lock it first, and delete it afterwards. */
    async put(item: Omit<typeof trash.$inferInsert, 'id' | 'trashed_at'>): Promise<void> {
      const [added] = await db.insert(trash).values(item).returning({ id: trash.id });
      for (const [table, where] of rowConditions(item)) {
        await db.execute(sql`
          insert into trashed_rows (trash_id, table_name, content)
          select ${(added as { id: number }).id}, ${table}, to_jsonb(source) from ${sql.identifier(table)} as source
          where ${where}`);
      }
    },

    /** Finds an item in the trash, locked against a second restore until the transaction ends. */
    lock: (item: Item): Promise<TrashRow | null> =>
      firstRow(db.select().from(trash).where(isItem(item)).for('update')),

    listSubtitles: (videoId: number): Promise<TrashRow[]> =>
      db
        .select()
        .from(trash)
        .where(and(eq(trash.video_id, videoId), eq(trash.kind, 'subtitle')))
        .orderBy(desc(trash.id))
        .limit(MAX_LISTED),

    async restoreRows(trashId: number): Promise<void> {
      for (const table of Object.keys(TABLES) as TableName[]) {
        const columns = await listColumns(trashId, table);
        if (columns.length === 0) continue;
        const names = columns.map((column) => sql.identifier(column));
        const values = columns.map((column) => {
          const value = sql`restored.${sql.identifier(column)}`;
          const target = OPTIONAL_REFERENCES[column];
          return target ? sql`(select id from ${sql.identifier(target)} where id = ${value})` : value;
        });
        await db.execute(sql`
          insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) overriding system value
          select ${sql.join(values, sql`, `)}
          from trashed_rows, jsonb_populate_record(null::${sql.identifier(table)}, content) as restored
          where trash_id = ${trashId} and table_name = ${table}`);
      }
      await db.delete(trash).where(eq(trash.id, trashId));
    },

    /** Returns true if another original of the same video was deleted later. */
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
