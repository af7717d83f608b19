import { subtitles } from '@sayback/contract';
import type { LessonReport } from '@sayback/subtitles';
import { UnexpectedResponse } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

/** The check's report on one aligned translation. */
export type CheckedLesson = LessonReport & { alignmentId: number; language: string };

async function checkAlignment(alignmentId: number, language: string): Promise<LessonReport> {
  const rows = await call(subtitles.listSegments, { params: { id: alignmentId }, query: { all: true } });
  if (!Array.isArray(rows)) throw new UnexpectedResponse('segments');
  // Loads the engine on demand.
  const { checkLesson, toLessonSegment } = await import('@sayback/subtitles');
  return checkLesson(rows.map(toLessonSegment), language);
}

/** Checks each aligned translation of a video. */
export async function checkVideo(id: number): Promise<CheckedLesson[]> {
  const { results } = await call(subtitles.listSubtitles, { params: { id } });
  const lessons: CheckedLesson[] = [];
  // Sequentially, since each can have 10,000 segments.
  for (const { alignment_id: alignmentId, language } of results) {
    if (alignmentId !== null)
      lessons.push({ alignmentId, language, ...(await checkAlignment(alignmentId, language)) });
  }
  return lessons;
}

/** Returns true if there are lines for learners to say. A video without lines isn't published. */
export const hasLines = (lessons: readonly CheckedLesson[]) => lessons.some(({ lines }) => lines > 0);
