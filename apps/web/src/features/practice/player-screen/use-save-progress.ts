import { practice, videos } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidate } from '../../../api/query.ts';
import type { PracticeSession } from '../queries.ts';
import { createProgressSaver } from './progress-saver.ts';

/** Keeps where the learner is, as they move and when they leave. What can't be kept in the end is only logged. */
export function useSaveProgress(videoId: number, { alignmentId, lastSegment }: PracticeSession, index: number): void {
  const client = useQueryClient();
  const [saver] = useState(() =>
    createProgressSaver(
      { alignmentId, index: lastSegment },
      async (place) => {
        await call(practice.saveProgress, {
          body: { video_id: videoId, last_segment: place.index, alignment_id: place.alignmentId },
          // The page may be on its way out.
          keepalive: true,
        });
        void invalidate(client, videos.listVideos);
      },
      (error) => console.error('progress could not be saved', error),
    ),
  );

  useEffect(() => saver.restart({ alignmentId, index: lastSegment }), [saver, alignmentId, lastSegment]);
  useEffect(() => saver.move({ alignmentId, index }), [saver, alignmentId, index]);
  useEffect(() => {
    window.addEventListener('pagehide', saver.flush);
    return () => {
      window.removeEventListener('pagehide', saver.flush);
      saver.flush();
    };
  }, [saver]);
}
