import { formatPosition } from '@sayback/contract';
import type { Segment } from '../model/unsaved.ts';

/** A segment as the server sends it, two seconds long; number 1 starts at 0:01. */
export const segment = (id: number, changes: Partial<Segment> = {}): Segment => ({
  id,
  start_time: formatPosition(id * 3000 - 2000),
  end_time: formatPosition(id * 3000),
  text_original: `Frase ${id}`,
  text_target: `Sentence ${id}`,
  mismatch: false,
  label: '1-1',
  confidence: 0.95,
  edited: false,
  origin: 'file',
  approved: false,
  version: 1,
  ...changes,
});

export const segments = (count: number): Segment[] =>
  Array.from({ length: count }, (_, position) => segment(position + 1));
