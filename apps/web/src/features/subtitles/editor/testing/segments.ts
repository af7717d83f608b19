import { formatPosition } from '@sayback/contract';
import { sampleSegment } from '../../../../api/testing/samples.ts';
import type { Segment } from '../model/unsaved.ts';

/** A segment as the server sends it, two seconds long; number 1 starts at 0:01. */
export const segment = (id: number, changes: Partial<Segment> = {}): Segment =>
  sampleSegment({
    id,
    start_time: formatPosition(id * 3000 - 2000),
    end_time: formatPosition(id * 3000),
    text_original: `Frase ${id}`,
    text_target: `Sentence ${id}`,
    confidence: 0.95,
    ...changes,
  });

export const segments = (count: number): Segment[] =>
  Array.from({ length: count }, (_, position) => segment(position + 1));
