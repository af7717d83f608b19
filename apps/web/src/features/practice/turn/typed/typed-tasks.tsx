import { useMemo } from 'react';
import { useAccount } from '../../../../api/session.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import type { TaskProps } from '../task-props.ts';
import type { Piece } from './check-line.ts';
import { vocabularyOf, withGaps } from './gap-choice.ts';
import { missedWords } from './missed-words.ts';
import { TypedPart } from './typed-part.tsx';

const wholeLine = ({ original }: PracticeLine): Piece[] => [{ text: original.trim(), isAsked: true }];

/** Panel of a dictation: the line is heard and written. */
export const WritePart = (props: TaskProps) => (
  <TypedPart {...props} name="write" prompt="write" piecesOf={wholeLine} isReview />
);

/** Panel of a line with gaps: the line is heard, and the missing words are written. */
export function GapsPart(props: TaskProps) {
  const account = useAccount();
  const { session, video } = props;
  const language = video.original_language;
  const vocabulary = useMemo(
    () =>
      vocabularyOf(
        session.loaded.map(({ original }) => original),
        language,
      ),
    [session.loaded, language],
  );
  const piecesOf = (line: PracticeLine) =>
    withGaps(line, { language, vocabulary, missed: missedWords(account, language) });
  return <TypedPart {...props} name="gaps" prompt="fill" piecesOf={piecesOf} />;
}
