import { subtitles } from '@sayback/contract';
import type { ApiCall } from '../support/api-call.ts';
import type { Writer } from '../support/traffic.ts';

/** Creates a learner who repeatedly requests all segments, which the server reads in a transaction. Never reports a loss. */
export function createSegmentReader(call: ApiCall, alignmentId: number): Writer {
  let count = 0;
  return {
    kind: 'segments opened',
    pause: 0,
    acknowledged: () => count,
    async write() {
      await call(subtitles.listSegments, { params: { id: alignmentId }, query: { all: true } });
      count += 1;
    },
    check: async () => [],
  };
}
