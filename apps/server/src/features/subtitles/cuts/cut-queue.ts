import { type subtitles as contract, hashLine, subtitles } from '@sayback/contract';
import type { SegmentRow } from '../segments/segment-columns.ts';
import type { cut_proposals } from '../tables.ts';
import { indexByLine } from './report-store.ts';
import type { NudgedLine, ReportedLine } from './reported-lines.ts';

type Times = { start_ms: number; end_ms: number };
type Proposed = NonNullable<contract.Cut['proposed']>;
type Neighbours = { previousEnd: number; nextStart: number };
type Evidence = {
  proposals: readonly (typeof cut_proposals.$inferSelect)[];
  reported: readonly ReportedLine[];
  nudged: readonly NudgedLine[];
};

/** Minimum change worth proposing, in milliseconds. */
const MIN_MS = 40;
/** Maximum difference per end at which learners and the speech profile agree, in milliseconds. */
const AGREEMENT_MS = 120;

/** Returns a function that ranks a line. Learners' nudges don't make a cut overlap its neighbours. */
export function cutRanker(segments: readonly SegmentRow[], { proposals, reported, nudged }: Evidence) {
  const proposalBySegment = new Map(proposals.map((proposal) => [proposal.segment_id, proposal]));
  const findReports = indexByLine(reported);
  const cutKey = (hash: number, { start_ms, end_ms }: Times) => `${hash} ${start_ms} ${end_ms}`;
  const nudgeByKey = new Map(nudged.map((nudge) => [cutKey(nudge.text_hash, nudge), nudge]));

  /** Returns the line's cut and the size of the change; null for a line without a report or proposal. */
  return (segment: SegmentRow, index: number): { cut: contract.Cut; size: number } | null => {
    const reports = findReports(segment);
    const nudge = nudgeByKey.size > 0 && nudgeByKey.get(cutKey(hashLine(segment.text_original), segment));
    const neighbours = {
      previousEnd: segments[index - 1]?.end_ms ?? 0,
      nextStart: segments[index + 1]?.start_ms ?? Number.MAX_SAFE_INTEGER,
    };
    const proposal = proposalBySegment.get(segment.id);
    const proposed = mergeProposals(segment, neighbours, proposal, nudge || undefined);
    if (!proposed && reports.length === 0) return null;
    const sum = (count: (line: ReportedLine) => number) =>
      reports.reduce((total, line) => total + count(line), 0);
    const learners = sum((line) => line.learners);
    const size = proposed ? computeChange(segment, proposed) : MIN_MS;
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

const computeChange = (a: Times, b: Times) =>
  Math.abs(a.start_ms - b.start_ms) + Math.abs(a.end_ms - b.end_ms);

/** Merges the cuts suggested by speech and by learners; null if there are none, or the change would be too small. */
function mergeProposals(
  segment: Times,
  neighbours: Neighbours,
  proposal: Evidence['proposals'][number] | undefined,
  nudge: NudgedLine | undefined,
): Proposed | null {
  // If the times have changed, the proposal was for another cut.
  const isCurrent = proposal?.from_start_ms === segment.start_ms && proposal.from_end_ms === segment.end_ms;
  const speech = isCurrent ? proposal : null;
  const learners = nudge && {
    start_ms: segment.start_ms + nudge.nudge_start_ms,
    end_ms: segment.end_ms + nudge.nudge_end_ms,
  };
  const agrees = speech && learners && computeChange(speech, learners) <= 2 * AGREEMENT_MS;
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
      ? { ...clampToNeighbours(learners, segment, neighbours), source: 'learners', is_sure, is_likely: false }
      : null;
  if (!best || best.end_ms - best.start_ms < 100 || computeChange(best, segment) < MIN_MS) return null;
  // Removing a part that was audible before requires a person's decision.
  const isShorter = best.start_ms > segment.start_ms || best.end_ms < segment.end_ms;
  return { ...best, is_sure: best.is_sure && !isShorter };
}

/** Prevents an overlap with the neighbours, unless the line already overlapped them. */
const clampToNeighbours = (times: Times, line: Times, { previousEnd, nextStart }: Neighbours): Times => ({
  start_ms: Math.max(0, times.start_ms, Math.min(previousEnd, line.start_ms)),
  end_ms: Math.min(times.end_ms, Math.max(nextStart, line.end_ms)),
});
