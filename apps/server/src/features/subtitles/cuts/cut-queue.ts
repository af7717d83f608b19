import { type subtitles as contract, hashLine, subtitles } from '@sayback/contract';
import type { SegmentRow } from '../segments/segment-columns.ts';
import type { cut_proposals } from '../tables.ts';
import { byLine } from './report-store.ts';
import type { NudgedLine, ReportedLine } from './reported-lines.ts';

type Times = { start_ms: number; end_ms: number };
type Proposed = NonNullable<contract.Cut['proposed']>;
type Said = {
  proposals: readonly (typeof cut_proposals.$inferSelect)[];
  reported: readonly ReportedLine[];
  nudged: readonly NudgedLine[];
};

/** Smaller changes don't matter. */
const MIN_MS = 40;
/** Maximum difference at which learners and the speech profile agree, in milliseconds. */
const SAME_MS = 120;

/** Ranks the lines in order. Neither nudges nor speech take a neighbour's time. */
export function cutQueue(segments: readonly SegmentRow[], { proposals, reported, nudged }: Said) {
  const proposalBySegment = new Map(proposals.map((proposal) => [proposal.segment_id, proposal]));
  const readReports = byLine(reported);
  const toKey = (hash: number, { start_ms, end_ms }: Times) => `${hash} ${start_ms} ${end_ms}`;
  const nudgeByKey = new Map(nudged.map((nudge) => [toKey(nudge.text_hash, nudge), nudge]));

  /** Returns the line's cut and the size of the change; null for a line without a report or proposal. */
  return (segment: SegmentRow, at: number): { cut: contract.Cut; size: number } | null => {
    const reports = readReports(segment);
    const nudge = nudgeByKey.size > 0 && nudgeByKey.get(toKey(hashLine(segment.text_original), segment));
    const around = {
      before: segments[at - 1]?.end_ms ?? 0,
      after: segments[at + 1]?.start_ms ?? Number.MAX_SAFE_INTEGER,
    };
    const proposed = proposalFor(segment, around, proposalBySegment.get(segment.id), nudge || undefined);
    if (!proposed && reports.length === 0) return null;
    const sum = (count: (line: ReportedLine) => number) =>
      reports.reduce((total, line) => total + count(line), 0);
    const learners = sum((line) => line.learners);
    const size = proposed ? getSize(segment, proposed) : MIN_MS;
    const { id, version, start_ms, end_ms, text_original, text_target } = segment;
    const cut = {
      segment_id: id,
      version,
      start_ms,
      end_ms,
      text_original,
      text_target,
      proposed,
      reports: subtitles.REPORT_KINDS.map((kind) => ({ kind, count: sum((line) => line[kind]) })).filter(
        ({ count }) => count > 0,
      ),
      learners,
      weight: learners ** 2 * size,
    };
    return { cut, size };
  };
}

const getSize = (a: Times, b: Times) => Math.abs(a.start_ms - b.start_ms) + Math.abs(a.end_ms - b.end_ms);

/** Merges the cuts suggested by speech and by learners; null if there are none, or the change would be too small. */
function proposalFor(
  segment: Times,
  around: { before: number; after: number },
  proposal: Said['proposals'][number] | undefined,
  nudge: NudgedLine | undefined,
): Proposed | null {
  // If the times have changed, the proposal was for another cut.
  const isCurrent = proposal?.from_start_ms === segment.start_ms && proposal.from_end_ms === segment.end_ms;
  const speech = isCurrent ? proposal : null;
  const learners = nudge && {
    start_ms: segment.start_ms + nudge.nudge_start_ms,
    end_ms: segment.end_ms + nudge.nudge_end_ms,
  };
  const agrees = speech && learners && getSize(speech, learners) <= 2 * SAME_MS;
  const is_sure = Boolean(speech?.is_sure || nudge?.is_trusted);
  const best: Proposed | null = speech
    ? {
        start_ms: speech.start_ms,
        end_ms: speech.end_ms,
        source: agrees ? 'both' : 'speech',
        // If learners disagree, a person has to listen.
        is_sure: is_sure && (!learners || Boolean(agrees)),
        is_likely: speech.is_likely === true && (!learners || Boolean(agrees)),
      }
    : learners
      ? { ...withinNeighbours(learners, segment, around), source: 'learners', is_sure, is_likely: false }
      : null;
  if (!best || best.end_ms - best.start_ms < 100 || getSize(best, segment) < MIN_MS) return null;
  // Only a person may remove a part that was audible before.
  const isShorter = best.start_ms > segment.start_ms || best.end_ms < segment.end_ms;
  return { ...best, is_sure: best.is_sure && !isShorter };
}

/** Lines may overlap only if they did before. */
const withinNeighbours = (
  times: Times,
  line: Times,
  { before, after }: { before: number; after: number },
): Times => ({
  start_ms: Math.max(0, times.start_ms, Math.min(before, line.start_ms)),
  end_ms: Math.min(times.end_ms, Math.max(after, line.end_ms)),
});
