import { and, asc, eq } from 'drizzle-orm';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { candidate_subtitles } from '../tables.ts';

export type VersionRow = typeof candidate_subtitles.$inferSelect;
type NewVersion = Pick<VersionRow, 'version_key' | 'language' | 'content' | 'cue_count'>;
type VersionChanges = Pick<VersionRow, 'content' | 'cue_count'> &
  Partial<Pick<VersionRow, 'format' | 'cleaned' | 'converted_from'>>;

/** Downloaded subtitles of candidates, with their current and their original text. */
export function versionStore(db: Database) {
  const isVersion = (candidateId: number, key: string) =>
    and(eq(candidate_subtitles.candidate_id, candidateId), eq(candidate_subtitles.version_key, key));

  return {
    list: (candidateId: number): Promise<VersionRow[]> =>
      db
        .select()
        .from(candidate_subtitles)
        .where(eq(candidate_subtitles.candidate_id, candidateId))
        .orderBy(asc(candidate_subtitles.version_key)),

    find: (candidateId: number, key: string): Promise<VersionRow | null> =>
      firstRow(db.select().from(candidate_subtitles).where(isVersion(candidateId, key))),

    /** Stores a downloaded WebVTT file. Replaces a version with the same key, including its changes. */
    async put(candidateId: number, version: NewVersion): Promise<void> {
      const values = {
        ...version,
        downloaded_content: version.content,
        format: 'vtt' as const,
        cleaned: false,
        converted_from: null,
        downloaded_at: new Date(),
      };
      await db
        .insert(candidate_subtitles)
        .values({ candidate_id: candidateId, ...values })
        .onConflictDoUpdate({
          target: [candidate_subtitles.candidate_id, candidate_subtitles.version_key],
          set: values,
        });
    },

    /** Changes a version. Returns false if its text has changed since `version` was read. */
    change: (version: VersionRow, changes: VersionChanges): Promise<boolean> =>
      changesAny(
        db
          .update(candidate_subtitles)
          .set(changes)
          .where(
            and(
              isVersion(version.candidate_id, version.version_key),
              eq(candidate_subtitles.content, version.content),
            ),
          ),
      ),

    remove: (candidateId: number, key: string): Promise<boolean> =>
      changesAny(db.delete(candidate_subtitles).where(isVersion(candidateId, key))),
  };
}
