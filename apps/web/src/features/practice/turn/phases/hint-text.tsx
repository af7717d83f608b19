import { type Hint, type WordTime, wordsIn } from '@sayback/speech';
import { useTranslation } from '../../../../locales/translation.ts';
import { isMeasured, type Take } from '../../analysis/take.ts';
import { useTakeDescription } from '../../ribbons/use-take-description.ts';

const trimPunctuation = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Returns the last word that starts before the take's first extra pause; undefined if unknown. */
function findWordBeforePause({ compared }: Take, words: readonly WordTime[]): string | undefined {
  const pause = compared?.findings?.extraPauses[0];
  const { takeTimes } = compared ?? {};
  if (!pause || !takeTimes) return undefined;
  const toTakeTime = ({ start }: WordTime) => takeTimes[Math.round(100 * start)] ?? Number.NaN;
  return words.findLast((word) => toTakeTime(word) < pause.start)?.text;
}

type Props = {
  hint: Hint;
  take: Take;
  /** Empty while the line's text is hidden. */
  words: readonly WordTime[];
  language: string;
};

/** Words the hint with the highest confidence: where, and what to do. */
export function TurnHint({ hint, take, words, language }: Props) {
  const { t } = useTranslation();
  const { formatLength } = useTakeDescription();
  /** Renders a sentence with words of the line, which screen readers speak in its language. */
  const renderSentence = (
    key: 'turn.hint.leftOut' | 'turn.hint.pauseAfter' | 'turn.hint.stoppedAfter',
    text: string,
  ) => {
    const [before, after] = t(key, { words: '\n' }).split('\n');
    return (
      <>
        {before}
        <strong lang={language}>{text}</strong>
        {after}
      </>
    );
  };
  switch (hint.kind) {
    case 'extra-pauses': {
      const word = findWordBeforePause(take, words);
      return word
        ? renderSentence('turn.hint.pauseAfter', trimPunctuation(word))
        : t('turn.hint.pauses', { count: hint.count });
    }
    case 'slow':
    case 'fast':
      return take.frames && isMeasured(take.original)
        ? t(`turn.hint.${hint.kind}`, {
            mine: formatLength(take.frames),
            original: formatLength(take.original.frames),
          })
        : null;
    case 'flat':
    case 'contour':
      return t(`turn.hint.${hint.kind}`);
    case 'left-out': {
      if (!hint.place) return t('turn.hint.leftOutSomewhere');
      if (words.length === 0) return t('turn.hint.leftOutPart');
      const missed = wordsIn(words, hint.place).map(({ text }) => trimPunctuation(text));
      return renderSentence('turn.hint.leftOut', missed.join(' '));
    }
    case 'stopped-early': {
      const last = words.findLast(({ start, end }) => (start + end) / 2 < hint.at);
      return last
        ? renderSentence('turn.hint.stoppedAfter', trimPunctuation(last.text))
        : t('turn.hint.stoppedEarly');
    }
  }
}
