import { formatPosition, type subtitles } from '@sayback/contract';
import type { VisibleSegment } from './segment-columns.ts';

export const describeSegment = (row: VisibleSegment): subtitles.Segment => ({
  id: row.id,
  start_time: formatPosition(row.start_ms),
  end_time: formatPosition(row.end_ms),
  text_original: row.text_original,
  text_target: row.text_target,
  mismatch: row.mismatch,
  label: row.label,
  confidence: row.confidence,
  edited: row.edited,
  origin: row.origin,
  approved: row.approved,
  version: row.version,
});
