import { subtitles } from '@sayback/contract';
import type { Ask } from '../ask.ts';
import type { Writer } from '../traffic.ts';

/** A learner who opens all segments over and over, which the server reads in a transaction. There is nothing to lose. */
export function segmentReader(ask: Ask, alignmentId: number): Writer {
  let count = 0;
  return {
    kind: 'segments opened',
    pause: 0,
    acknowledged: () => count,
    async write() {
      await ask(subtitles.listSegments, { params: { id: alignmentId }, query: { all: true } });
      count += 1;
    },
    check: async () => [],
  };
}
