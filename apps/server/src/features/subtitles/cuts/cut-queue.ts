import type { subtitles as contract } from '@sayback/contract';
import type { SegmentRow } from '../segments/segment-columns.ts';
import type { cut_proposals } from '../tables.ts';
import { type ReportRow, reportsByLine } from './report-store.ts';

type Times = { start_ms: number; end_ms: number };
type ProposalRow = typeof cut_proposals.$inferSelect;
type Proposed = NonNullable<contract.Cut['proposed']>;

/** A change of less is nobody's trouble. */
const LEAST_MS = 40;
/** Within so many milliseconds learners and machine mean the same. */
const SAME_MS = 120;
/** So many learners alone are sure. */
const ENOUGH_LEARNERS = 3;

/** The lines that were reported or don't fit the speech, the heaviest first. Neither nudges nor speech take a neighbour's time. */
export function cutQueue(
  segments: readonly SegmentRow[],
  proposals: readonly ProposalRow[],
  reports: readonly ReportRow[],
): contract.Cut[] {
  const ofSegment = new Map(proposals.map((proposal) => [proposal.segment_id, proposal]));
  const ofLine = reportsByLine(reports);
  const cuts = segments.flatMap((segment, at): (contract.Cut & { size: number })[] => {
    const reported = ofLine(segment);
    const around = {
      before: segments[at - 1]?.end_ms ?? 0,
      after: segments[at + 1]?.start_ms ?? Number.MAX_SAFE_INTEGER,
    };
    const proposed = proposalFor(segment, around, ofSegment.get(segment.id), reported);
    if (!proposed && reported.length === 0) return [];
    const learners = new Set(reported.map(({ user_id }) => user_id)).size;
    const size = proposed ? sizeOf(segment, proposed) : LEAST_MS;
    const { id, version, start_ms, end_ms, text_original, text_target } = segment;
    return [
      {
        segment_id: id,
        version,
        start_ms,
        end_ms,
        text_original,
        text_target,
        proposed,
        reports: countKinds(reported),
        learners,
        weight: reported.length * learners * size,
        size,
      },
    ];
  });
  return cuts.sort((a, b) => b.weight - a.weight || b.size - a.size).map(({ size: _, ...cut }) => cut);
}

const sizeOf = (a: Times, b: Times) => Math.abs(a.start_ms - b.start_ms) + Math.abs(a.end_ms - b.end_ms);

function countKinds(reports: readonly ReportRow[]): contract.Cut['reports'] {
  const counts = new Map<contract.ReportKind, number>();
  for (const { kind } of reports) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** What speech and learners say of a line's cut; null where neither says anything, or what they say is hardly a change. */
function proposalFor(
  segment: SegmentRow,
  around: { before: number; after: number },
  proposal: ProposalRow | undefined,
  reports: readonly ReportRow[],
): Proposed | null {
  // With other times since, it was made for another cut.
  const isCurrent = proposal?.from_start_ms === segment.start_ms && proposal.from_end_ms === segment.end_ms;
  const speech = isCurrent ? proposal : null;
  const learners = medianOf(segment, reports);
  const agrees = speech && learners && sizeOf(speech, learners) <= 2 * SAME_MS;
  const best: Proposed | null = speech
    ? {
        start_ms: speech.start_ms,
        end_ms: speech.end_ms,
        source: agrees ? 'both' : 'speech',
        // Where learners say something else, a person has to listen.
        is_sure: learners ? Boolean(agrees) : speech.is_sure,
      }
    : learners && {
        ...withinNeighbours(learners, segment, around),
        source: 'learners',
        is_sure: learners.count >= ENOUGH_LEARNERS,
      };
  return best && best.end_ms - best.start_ms >= 100 && sizeOf(best, segment) >= LEAST_MS ? best : null;
}

/** Lines may overlap where they did already. */
const withinNeighbours = (
  times: Times,
  line: Times,
  { before, after }: { before: number; after: number },
): Times => ({
  start_ms: Math.max(0, times.start_ms, Math.min(before, line.start_ms)),
  end_ms: Math.min(times.end_ms, Math.max(after, line.end_ms)),
});

/** The median of what learners, by their last nudge, made of a line that is cut as it was then. */
function medianOf(
  { start_ms, end_ms }: Times,
  reports: readonly ReportRow[],
): (Times & { count: number }) | null {
  const current = reports.filter((report) => report.start_ms === start_ms && report.end_ms === end_ms);
  const last = new Map(
    current.flatMap(({ user_id, nudge_start_ms, nudge_end_ms }) =>
      nudge_start_ms === null ? [] : [[user_id, { start: nudge_start_ms, end: nudge_end_ms ?? 0 }] as const],
    ),
  );
  const nudges = [...last.values()];
  if (nudges.length === 0) return null;
  return {
    start_ms: start_ms + median(nudges.map(({ start }) => start)),
    end_ms: end_ms + median(nudges.map(({ end }) => end)),
    count: nudges.length,
  };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}
