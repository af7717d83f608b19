import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../../api/session.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import { practisedLinesQuery, usePractised } from '../../practised-lines.ts';
import { buildLineIdentity, buildTakeKey } from '../../queries.ts';
import { ReportLine } from '../../report/report-line.tsx';
import type { TaskProps } from '../task-props.ts';
import { useTurnKey } from '../use-turn-key.ts';
import type { Piece } from './check-line.ts';
import { TypedTurn } from './typed-turn.tsx';
import { useHearings } from './use-hearings.ts';

type TypedTask = {
  /** Distinguishes the drafts of several tasks for one line. */
  name: string;
  /** Returns the line's parts, some of which the learner writes. Called once per turn. */
  piecesOf: (line: PracticeLine) => Piece[];
  /** Instruction for the learner. */
  prompt: 'write' | 'fill';
  /** A checked line counts as a review of its card. */
  isReview?: boolean;
};

/** Panel of a turn with a written task. */
export function TypedPart({ name, prompt, piecesOf, isReview = false, ...props }: TaskProps & TypedTask) {
  const { player, snapshot, video, session } = props;
  const account = useAccount();
  const hearings = useHearings(snapshot);
  const { isSuccess } = useQuery(practisedLinesQuery(account, video.id));
  const practised = usePractised(video.id, session);
  const turnKey = useTurnKey(snapshot);
  const [reportedTurn, setReportedTurn] = useState<number | null>(null);
  const line = session.segments[snapshot.index];
  const segments = useMemo(
    () => (line ? session.loaded.slice(line.position, line.lastPosition + 1) : []),
    [session, line],
  );
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  if (!isInTurn || !line || turnKey === null) return null;
  // Without the learner's own adjustment, which may arrive while they write.
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
      piecesOf={piecesOf}
      isReview={isReview}
      isFirstHearing={() => isSuccess && !practised.has(line) && hearings.current <= 1}
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
