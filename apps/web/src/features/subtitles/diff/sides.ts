import { formatPosition, parsePosition, subtitles } from '@sayback/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Row } from './match-rows.ts';

/** One side of a comparison: a revision with its draft, or the current state of the subtitle. */
export type Side =
  | { revision: subtitles.Revision }
  | { current: subtitles.Revision['kind']; subtitle: Pick<subtitles.Subtitle, 'id' | 'alignment_id'> };

/** The server always sends valid positions. */
const parseMs = (text: string) => parsePosition(text) ?? 0;

async function fetchRevisionRows({ id, kind }: subtitles.Revision, signal: AbortSignal): Promise<Row[]> {
  const segments = await call(subtitles.listRevisionSegments, { params: { id }, signal });
  return segments.map((segment) => ({
    start: parseMs(segment.start),
    end: parseMs(segment.end),
    original: kind === 'alignment' ? segment.text_original : null,
    target: segment.modified,
    marks: kind === 'alignment' ? { mismatch: segment.mismatch, label: segment.label } : null,
  }));
}

async function fetchSegmentRows(id: number, signal: AbortSignal): Promise<Row[]> {
  const segments = await call(subtitles.listSegments, { params: { id }, query: { all: true }, signal });
  return (Array.isArray(segments) ? segments : segments.results).map((segment) => ({
    start: parseMs(segment.start_time),
    end: parseMs(segment.end_time),
    original: segment.text_original,
    target: segment.text_target,
    marks: { mismatch: segment.mismatch, label: segment.label },
  }));
}

async function fetchCueRows(id: number, signal: AbortSignal): Promise<Row[]> {
  const { cues } = await call(subtitles.listCues, { params: { id }, signal });
  return cues.map(({ start, end, text }) => ({ start, end, original: null, target: text, marks: null }));
}

/** The rows of one side; empty if the subtitle isn't aligned. */
export const rowsQuery = (side: Side) =>
  queryOptions({
    queryKey: ['diff rows', 'revision' in side ? side.revision.id : side],
    queryFn: ({ signal }): Promise<Row[]> => {
      if ('revision' in side) return fetchRevisionRows(side.revision, signal);
      if (side.current === 'file') return fetchCueRows(side.subtitle.id, signal);
      const { alignment_id } = side.subtitle;
      return alignment_id === null ? Promise.resolve([]) : fetchSegmentRows(alignment_id, signal);
    },
    // A draft, or the current state, may change before the next use. Don't cache lists of 10,000 rows for long.
    staleTime: 0,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** `00:01:02.345 – 00:01:04.000`. */
export const formatTimes = ({ start, end }: Row): string =>
  `${formatPosition(start)} – ${formatPosition(end)}`;
