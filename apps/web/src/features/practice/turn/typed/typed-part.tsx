import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../../api/session.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import { practisedLinesQuery, usePractised } from '../../practised-lines.ts';
import { identityOf, takeKeyOf } from '../../queries.ts';
import { ReportLine } from '../../report/report-line.tsx';
import type { TaskProps } from '../task-props.ts';
import { useTurnKey } from '../use-turn-key.ts';
import type { Piece } from './check-line.ts';
import { TypedTurn } from './typed-turn.tsx';
import { useHearings } from './use-hearings.ts';

type TypedTask = {
  /** Tells the drafts of several tasks at a line apart. */
  name: string;
  /** The line in parts, of which the learner writes those that are asked for. Called once a turn. */
  piecesOf: (line: PracticeLine) => Piece[];
  /** Tells the learner what to do. */
  prompt: 'write' | 'fill';
  /** A checked line is a review of its card. */
  isReview?: boolean;
};

/** Panel of a turn in which something is written. */
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
    () => (line ? session.loaded.slice(line.position, line.through + 1) : []),
    [session, line],
  );
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  if (!isInTurn || !line || turnKey === null) return null;
  // Without a learner's own nudge, which may come while they write.
  const { start_ms } = identityOf(segments[0] ?? line);
  const draftKey = `${name} ${takeKeyOf(video.id, { ...line, start: start_ms })}`;
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
