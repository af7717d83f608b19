import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../../api/session.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import { practisedLinesQuery, usePractisedLines } from '../../practised-lines.ts';
import { buildLineIdentity, buildTakeKey } from '../../queries.ts';
import { ReportLine } from '../../report/report-line.tsx';
import type { TaskProps } from '../task-props.ts';
import { useTurnKey } from '../use-turn-key.ts';
import type { Piece } from './check-line.ts';
import { TypedTurn } from './typed-turn.tsx';
import { useHearingCount } from './use-hearing-count.ts';

type TypedTask = {
  /** Separates the drafts of different tasks for a line. */
  name: string;
  /** Divides the line into text and fields. Called once per turn. */
  divideLine: (line: PracticeLine) => Piece[];
  /** Instruction for the learner. */
  prompt: 'write' | 'fill';
  /** True if a checked line counts as a review of its card. */
  isReview?: boolean;
};

/** Panel of a turn with a written task. */
export function TypedPart({ name, prompt, divideLine, isReview = false, ...props }: TaskProps & TypedTask) {
  const { player, snapshot, video, session } = props;
  const account = useAccount();
  const hearingCount = useHearingCount(snapshot);
  const { isSuccess } = useQuery(practisedLinesQuery(account, video.id));
  const practised = usePractisedLines(video.id, session);
  const turnKey = useTurnKey(snapshot);
  const [reportedTurn, setReportedTurn] = useState<number | null>(null);
  const line = session.segments[snapshot.index];
  const segments = useMemo(
    () => (line ? session.loaded.slice(line.position, line.lastPosition + 1) : []),
    [session, line],
  );
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  if (!isInTurn || !line || turnKey === null) return null;
  // Without the learner's adjustment of the line, which can change while they write.
  const { start_ms } = buildLineIdentity(segments[0] ?? line);
  const draftKey = `${name} ${buildTakeKey(video.id, { ...line, start: start_ms })}`;
  return (
    <TypedTurn
      {...props}
      key={`${turnKey} ${draftKey}`}
      account={account}
      line={line}
      segments={segments}
      draftKey={draftKey}
      prompt={prompt}
      divideLine={divideLine}
      isReview={isReview}
      isFirstHearing={() => isSuccess && !practised.has(line) && hearingCount.current <= 1}
      onReport={() => setReportedTurn(turnKey)}
      report={
        reportedTurn === turnKey && (
          <ReportLine
            videoId={video.id}
            alignmentId={session.alignmentId}
            segments={segments}
            player={player}
            onClose={() => setReportedTurn(null)}
          />
        )
      }
    />
  );
}
