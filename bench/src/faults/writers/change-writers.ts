import { practice, subtitles } from '@sayback/contract';
import { type ApiCall, Refusal, withRetries } from '../support/api-call.ts';
import type { Writer } from '../support/traffic.ts';

/** Creates a learner who goes through a video. The stored position must be the last acknowledged one, or one sent later. */
export function createProgressWriter(call: ApiCall, videoId: number, segments: number): Writer {
  let sent = 0;
  let count = 0;
  let acknowledged = 0;
  let unanswered = new Set<number>();
  return {
    kind: 'progress',
    pause: 40,
    acknowledged: () => count,
    async write() {
      sent += 1;
      const place = sent % segments;
      unanswered.add(place);
      await call(practice.saveProgress, { body: { video_id: videoId, last_segment: place } });
      acknowledged = place;
      unanswered = new Set();
      count += 1;
    },
    async check() {
      const { last_segment } = await withRetries(() =>
        call(practice.getProgress, { params: { id: videoId } }),
      );
      if (last_segment === acknowledged || unanswered.has(last_segment)) return [];
      return [`of video ${videoId}: acknowledged ${acknowledged}, kept ${last_segment}`];
    },
  };
}

/** Creates an editor who repeatedly changes a segment, always from the last returned version. */
export function createSegmentWriter(
  call: ApiCall,
  alignmentId: number,
  first: Pick<subtitles.Segment, 'id' | 'version' | 'text_target'>,
): Writer {
  let known = first;
  let count = 0;
  let unanswered = new Set<string>();
  const lost: string[] = [];

  function checkVersion(current: typeof first): void {
    const isKnown = current.version === known.version && current.text_target === known.text_target;
    const isOwn = current.version > known.version && unanswered.has(current.text_target);
    if (!isKnown && !isOwn) {
      const describeVersion = (segment: typeof first) =>
        `version ${segment.version} “${segment.text_target}”`;
      lost.push(`${first.id}: acknowledged ${describeVersion(known)}, kept ${describeVersion(current)}`);
    }
    known = current;
  }

  return {
    kind: 'segments',
    pause: 40,
    acknowledged: () => count,
    async write() {
      const text_target = `Edit ${count} at ${performance.now()}`;
      unanswered.add(text_target);
      try {
        known = await call(subtitles.updateSegment, {
          params: { id: first.id },
          body: { text_target },
          headers: { 'if-match': `"${known.version}"` },
        });
      } catch (error) {
        if (error instanceof Refusal && error.status === 412)
          checkVersion(error.body.current as typeof first);
        throw error;
      }
      unanswered = new Set();
      count += 1;
    },
    async check() {
      const current = await withRetries(() =>
        call(subtitles.listSegments, { params: { id: alignmentId }, query: { ids: first.id } }),
      );
      checkVersion(
        (current as subtitles.Segment[])[0] ?? { id: first.id, version: 0, text_target: 'nothing' },
      );
      return lost.splice(0);
    },
  };
}
