import { candidates } from '@sayback/contract';
import type { Router } from '../../../http/serve.ts';
import { lookForSubtitles, takeSubtitles } from '../captions/video-captions.ts';
import type { Deps } from '../deps.ts';
import { publishCandidate } from './publish.ts';

export function publishRoutes({ serve }: Router, deps: Deps): void {
  serve(candidates.publishCandidate, ({ params, body, viewer }) =>
    publishCandidate(deps, params.id, body, viewer),
  );

  serve(candidates.lookForSubtitles, async ({ params }) => ({
    subtitles: await lookForSubtitles(deps, params.id),
  }));

  serve(candidates.takeSubtitles, ({ params, body, viewer }) =>
    takeSubtitles(deps, params.id, body.version_keys, viewer),
  );
}
