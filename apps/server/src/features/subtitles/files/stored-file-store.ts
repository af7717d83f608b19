import { ROWS } from '@sayback/contract';
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { users } from '../../accounts/index.ts';
import { videos } from '../../videos/index.ts';
import { stored_files, subtitles } from '../tables.ts';

type NewFile = Pick<
  typeof stored_files.$inferInsert,
  'subtitle_id' | 'file_name' | 'format' | 'encoding' | 'created_by'
> & { content: string | Uint8Array };

const { content: _, ...withoutContent } = getTableColumns(stored_files);

export const NO_FILE = 'files.notFound';

/** Stored subtitle files, except those of videos in the trash. */
export function storedFileStore(db: Database) {
  const untrashedSubtitles = db
    .select({ id: subtitles.id })
    .from(subtitles)
    .innerJoin(videos, and(eq(videos.id, subtitles.video_id), isNull(videos.trashed_at)));
  const isFile = (id: number) =>
    and(eq(stored_files.id, id), inArray(stored_files.subtitle_id, untrashedSubtitles));

  const select = () =>
    db
      .select({ ...withoutContent, created_by: users.username })
      .from(stored_files)
      .leftJoin(users, eq(users.id, stored_files.created_by));

  return {
    listForSubtitle: (subtitleId: number) =>
      select().where(eq(stored_files.subtitle_id, subtitleId)).orderBy(desc(stored_files.id)),

    find: (id: number) => firstRow(select().where(isFile(id))),

    findContent: (id: number) =>
      firstRow(
        db
          .select({
            file_name: stored_files.file_name,
            format: stored_files.format,
            content: stored_files.content,
          })
          .from(stored_files)
          .where(isFile(id)),
      ),

    /** Finds a file with its content, locked against opening and deleting until the transaction ends. */
    lockWithContent: (id: number) => firstRow(db.select().from(stored_files).where(isFile(id)).for('update')),

    /**
     * Returns true if one of a subtitle's files is protected. Locks the files, so that this can't change before the transaction
     * ends.
     */
    async lockAndCheckProtection(subtitleId: number): Promise<boolean> {
      const files = await db
        .select({ protected: stored_files.protected })
        .from(stored_files)
        .where(eq(stored_files.subtitle_id, subtitleId))
        .for('update');
      return files.some((file) => file.protected);
    },

    async add(file: NewFile): Promise<number> {
      const where = eq(stored_files.subtitle_id, file.subtitle_id);
      const rows = { table: stored_files, where, key: file.subtitle_id };
      const [added] = await withRowLimit(db, ROWS.stored_files, rows, (transaction) =>
        transaction
          .insert(stored_files)
          .values({ ...file, content: sql`${file.content}` })
          .returning({ id: stored_files.id }),
      );
      return (added as { id: number }).id;
    },

    setProtected: (id: number, value: boolean): Promise<boolean> =>
      changesAny(db.update(stored_files).set({ protected: value }).where(isFile(id))),

    /** Locks a file and returns its protection; null if it doesn't exist. */
    lock: (id: number): Promise<{ protected: boolean } | null> =>
      firstRow(
        db.select({ protected: stored_files.protected }).from(stored_files).where(isFile(id)).for('update'),
      ),

    async remove(id: number): Promise<void> {
      await db.delete(stored_files).where(eq(stored_files.id, id));
    },
  };
}

export type StoredFileRow = NonNullable<Awaited<ReturnType<ReturnType<typeof storedFileStore>['find']>>>;
