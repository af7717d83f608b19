import { type Hint, type WordTime, wordsIn } from '@sayback/speech';
import { useTranslation } from '../../../../locales/translation.ts';

/** The one thing that is sure enough to be said about a take. */
export function TurnHint({
  hint,
  words,
  language,
}: {
  hint: Hint;
  /** None where the learner doesn't read the line. */
  words: readonly WordTime[];
  language: string;
}) {
  const { t, i18n } = useTranslation();
  const number = (value: number, digits = 0) =>
    value.toLocaleString(i18n.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  switch (hint.kind) {
    case 'extra-pauses':
      return t('turn.hint.pauses', { count: hint.count });
    case 'slow':
    case 'fast':
      return t(`turn.hint.${hint.kind}`, { ratio: number(hint.ratio, 1) });
    case 'flat':
      return t('turn.hint.flat', { semitones: number(hint.semitones), original: number(hint.original) });
    case 'contour':
      return t('turn.hint.contour', { semitones: number(hint.semitones) });
    case 'left-out': {
      if (!hint.place) return t('turn.hint.leftOutSomewhere');
      if (words.length === 0) return t('turn.hint.leftOutPart');
      const missed = wordsIn(words, hint.place).map(({ text }) =>
        text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
      );
      const [before, after] = t('turn.hint.leftOut', { words: '\n' }).split('\n');
      return (
        <>
          {before}
          <strong lang={language}>{missed.join(' ')}</strong>
          {after}
        </>
      );
    }
  }
}
