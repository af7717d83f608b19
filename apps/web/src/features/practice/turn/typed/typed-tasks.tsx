import { useMemo } from 'react';
import { useAccount } from '../../../../api/session.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import type { TaskProps } from '../task-props.ts';
import type { Piece } from './check-line.ts';
import { buildVocabulary, chooseGaps } from './choose-gaps.ts';
import { readMissedWords } from './missed-words.ts';
import { TypedPart } from './typed-part.tsx';

const createWholeLine = ({ original }: PracticeLine): Piece[] => [{ text: original.trim(), isField: true }];

/** Panel of a dictation: the learner writes the whole line. */
export const WritePart = (props: TaskProps) => (
  <TypedPart {...props} name="write" prompt="write" divideLine={createWholeLine} isReview />
);

/** Panel of a line with gaps: the learner writes the missing words. */
export function GapsPart(props: TaskProps) {
  const account = useAccount();
  const { session, video } = props;
  const language = video.original_language;
  const vocabulary = useMemo(
    () =>
      buildVocabulary(
        session.loaded.map(({ original }) => original),
        language,
      ),
    [session.loaded, language],
  );
  const divideLine = (line: PracticeLine) =>
    chooseGaps(line, { language, vocabulary, missed: readMissedWords(account, language) });
  return <TypedPart {...props} name="gaps" prompt="fill" divideLine={divideLine} />;
}
