import { candidates } from '@sayback/contract';
import type { Router } from '../../../http/serve.ts';
import { lookForSubtitles, takeSubtitles } from '../captions/video-captions.ts';
import type { Parts } from '../deps.ts';
import { publishCandidate } from './publish.ts';

/** From candidates to videos, and from videos to YouTube's subtitles. */
export function publishRoutes({ serve }: Router, parts: Parts): void {
  serve(candidates.publishCandidate, async ({ params, body, viewer }) => ({
    video_id: await publishCandidate(parts, params.id, body, viewer),
  }));

  serve(candidates.lookForSubtitles, async ({ params }) => ({
    subtitles: await lookForSubtitles(parts, params.id),
  }));

  serve(candidates.takeSubtitles, ({ params, body, viewer }) =>
    takeSubtitles(parts, params.id, body.version_keys, viewer),
  );
}
