import { and, asc, eq } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { candidate_subtitles } from '../tables.ts';

export type VersionRow = typeof candidate_subtitles.$inferSelect;
type NewVersion = Pick<VersionRow, 'version_key' | 'language' | 'content' | 'cue_count'>;
type VersionChanges = Pick<VersionRow, 'content' | 'cue_count'> &
  Partial<Pick<VersionRow, 'format' | 'cleaned' | 'converted_from'>>;

/** Downloaded subtitles of candidates: each with its current and its downloaded text. */
export function versionStore(db: Database) {
  const isOne = (candidateId: number, key: string) =>
    and(eq(candidate_subtitles.candidate_id, candidateId), eq(candidate_subtitles.version_key, key));

  return {
    list: (candidateId: number): Promise<VersionRow[]> =>
      db
        .select()
        .from(candidate_subtitles)
        .where(eq(candidate_subtitles.candidate_id, candidateId))
        .orderBy(asc(candidate_subtitles.version_key)),

    find: (candidateId: number, key: string): Promise<VersionRow | null> =>
      firstRow(db.select().from(candidate_subtitles).where(isOne(candidateId, key))),

    /** Stores a downloaded WebVTT; replaces a version with the same key, including its changes. */
    async put(candidateId: number, version: NewVersion): Promise<void> {
      const fresh = {
        ...version,
        downloaded_content: version.content,
        format: 'vtt' as const,
        cleaned: false,
        converted_from: null,
        downloaded_at: new Date(),
      };
      await db
        .insert(candidate_subtitles)
        .values({ candidate_id: candidateId, ...fresh })
        .onConflictDoUpdate({
          target: [candidate_subtitles.candidate_id, candidate_subtitles.version_key],
          set: fresh,
        });
    },

    /** Returns false if its text has changed since it was read. */
    change: (read: VersionRow, changes: VersionChanges): Promise<boolean> =>
      changesAny(
        db
          .update(candidate_subtitles)
          .set(changes)
          .where(
            and(isOne(read.candidate_id, read.version_key), eq(candidate_subtitles.content, read.content)),
          ),
      ),

    remove: (candidateId: number, key: string): Promise<boolean> =>
      changesAny(db.delete(candidate_subtitles).where(isOne(candidateId, key))),
  };
}
