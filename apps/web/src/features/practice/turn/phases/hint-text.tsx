import { type Hint, type WordTime, wordsIn } from '@sayback/speech';
import { useTranslation } from '../../../../locales/translation.ts';
import { isMeasured, type Take } from '../../analysis/take.ts';
import { useTakeDescription } from '../../ribbons/use-take-description.ts';

const withoutPunctuation = (text: string) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Returns the last word that starts before the take's first extra pause; undefined if unknown. */
function wordBeforePause({ compared }: Take, words: readonly WordTime[]): string | undefined {
  const pause = compared?.findings?.extraPauses[0];
  const { takeTimes } = compared ?? {};
  if (!pause || !takeTimes) return undefined;
  const saidAt = ({ start }: WordTime) => takeTimes[Math.round(100 * start)] ?? Number.NaN;
  return words.findLast((word) => saidAt(word) < pause.start)?.text;
}

type Props = {
  hint: Hint;
  take: Take;
  /** Empty if the learner doesn't read the line. */
  words: readonly WordTime[];
  language: string;
};

/** The highest-confidence hint about a take: where, and what to do. */
export function TurnHint({ hint, take, words, language }: Props) {
  const { t } = useTranslation();
  const { formatLength } = useTakeDescription();
  /** Returns a sentence around words of the line, which a screen reader speaks in the line's language. */
  const around = (
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
      const word = wordBeforePause(take, words);
      return word
        ? around('turn.hint.pauseAfter', withoutPunctuation(word))
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
      const missed = wordsIn(words, hint.place).map(({ text }) => withoutPunctuation(text));
      return around('turn.hint.leftOut', missed.join(' '));
    }
    case 'stopped-early': {
      const last = words.findLast(({ start, end }) => (start + end) / 2 < hint.at);
      return last
        ? around('turn.hint.stoppedAfter', withoutPunctuation(last.text))
        : t('turn.hint.stoppedEarly');
    }
  }
}
