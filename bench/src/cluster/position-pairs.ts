import { accounts, practice, videos } from '@sayback/contract';
import { callAs, createCaller, type Site, withRetries } from '../faults/support/api-call.ts';
import type { Writer } from '../faults/support/traffic.ts';
import { PASSWORD } from '../faults/support/workload.ts';

const PAUSE_MS = 20;

/**
 * Creates a learner who saves a position on one server and reads it on the other. No read may be older than the last
 * acknowledged save.
 */
export async function createPositionPairs({ urls, tally }: Site): Promise<Writer> {
  const [first = '', second = ''] = urls;
  const account = { username: 'in-two-places', password: PASSWORD };
  await createCaller({ urls: [first], tally })(accounts.register, { body: account });
  const [callWriter, callReader] = await Promise.all(
    [first, second].map((url) => callAs({ urls: [url], tally }, account)),
  );
  if (!callWriter || !callReader) throw new Error('needs two servers');
  const video = (await callWriter(videos.listVideos)).results.find(
    ({ segment_count }) => (segment_count ?? 0) > 1,
  );
  if (!video) throw new Error('no video to practise');
  const { alignment_id } = await callWriter(practice.getProgress, { params: { id: video.id } });
  // Without the last segment, which would finish the video.
  const count = (video.segment_count ?? 0) - 1;
  /** Positions that may be stored: that of the last acknowledged save, and those of later saves without a response. */
  let possible = [0];
  let turn = 0;
  let reads = 0;
  const stale: string[] = [];
  return {
    kind: 'reads after writes',
    pause: PAUSE_MS,
    acknowledged: () => reads,
    async write() {
      turn += 1;
      const last_segment = turn % count;
      possible.push(last_segment);
      await callWriter(practice.saveProgress, { body: { video_id: video.id, alignment_id, last_segment } });
      possible = [last_segment];
      const read = await callReader(practice.getProgress, { params: { id: video.id } });
      reads += 1;
      if (read.last_segment !== last_segment)
        stale.push(`${read.last_segment} was read after ${last_segment}`);
    },
    check: async () => {
      const found = stale.splice(0);
      const read = () => callReader(practice.getProgress, { params: { id: video.id } });
      const { last_segment } = await withRetries(read);
      if (!possible.includes(last_segment))
        found.push(`${last_segment} is stored, not ${possible.join(' or ')}`);
      return found;
    },
  };
}
