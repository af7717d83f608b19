import type { Cue } from '@sayback/subtitles';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { videos } from '../videos/index.ts';
import { alignments, stored_files, subtitles } from './tables.ts';

const { cues: _, ...withoutCues } = getTableColumns(subtitles);

/** A subtitle as it is listed: without its cues, with what became of it. */
const listed = {
  ...withoutCues,
  is_original: sql<boolean>`${subtitles.language} = ${videos.original_language}`,
  alignment_id: alignments.id,
  needs_realign: sql<boolean>`coalesce(${alignments.needs_realign}, false)`,
};

/** Subtitles of videos, their cues and the files that they came in. */
export function subtitleStore(db: Database) {
  const selectListed = () =>
    db
      .select(listed)
      .from(subtitles)
      .innerJoin(videos, eq(videos.id, subtitles.video_id))
      .leftJoin(alignments, eq(alignments.subtitle_id, subtitles.id));

  return {
    listOfVideo: (videoId: number) => selectListed().where(eq(subtitles.video_id, videoId)),

    async find(id: number) {
      const [found] = await selectListed().where(eq(subtitles.id, id));
      return found ?? null;
    },

    async cues(id: number): Promise<Cue[]> {
      const [row] = await db.select({ cues: subtitles.cues }).from(subtitles).where(eq(subtitles.id, id));
      return row?.cues ?? [];
    },

    /** The subtitle of a video in its original language. */
    async findOriginal(videoId: number) {
      const [found] = await selectListed().where(
        and(eq(subtitles.video_id, videoId), eq(subtitles.language, videos.original_language)),
      );
      return found ?? null;
    },

    /** Makes the subtitle of that language, or replaces its cues. */
    async replaceCues(videoId: number, language: string, cues: Cue[]): Promise<number> {
      const content = { cues, cue_count: cues.length };
      const [row] = await db
        .insert(subtitles)
        .values({ video_id: videoId, language, ...content })
        .onConflictDoUpdate({
          target: [subtitles.video_id, subtitles.language],
          set: { ...content, uploaded_at: sql`now()` },
        })
        .returning({ id: subtitles.id });
      return (row as { id: number }).id;
    },

    async addFile(file: {
      subtitle_id: number;
      file_name: string;
      format: 'srt' | 'vtt';
      encoding: string;
      content: string;
    }): Promise<void> {
      await db.insert(stored_files).values(file);
    },

    /** Marks the alignments that were made of these subtitles' earlier cues. */
    async markNeedsRealign(subtitleIds: number[]): Promise<void> {
      await db
        .update(alignments)
        .set({ needs_realign: true })
        .where(inArray(alignments.subtitle_id, subtitleIds));
    },
  };
}

export type SubtitleStore = ReturnType<typeof subtitleStore>;
export type ListedSubtitle = NonNullable<Awaited<ReturnType<SubtitleStore['find']>>>;
