import { type RefObject, useMemo } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { PracticeSegment } from '../../queries.ts';
import { findSpecialLetters } from './find-special-letters.ts';
import type { TypedField } from './line-fields.tsx';
import classes from './typed.module.css';

/** Types a letter into a field at the caret, like a key. */
function typeLetter(field: TypedField | null, letter: string): void {
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setRangeText(letter, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

type Props = {
  language: string;
  lines: readonly Pick<PracticeSegment, 'original'>[];
  /** The last focused field. */
  field: RefObject<TypedField | null>;
};

/** Buttons for letters of a language that keyboards can lack; none for most scripts. */
export function SpecialLetters({ language, lines, field }: Props) {
  const { t } = useTranslation();
  const letters = useMemo(
    () =>
      findSpecialLetters(
        language,
        lines.map(({ original }) => original),
      ),
    [language, lines],
  );
  if (letters.length === 0) return null;
  return (
    <div className={classes.letters} role="toolbar" aria-label={t('typing.letters')} lang={language}>
      {letters.map((letter) => (
        <button
          key={letter}
          type="button"
          className={classes.letter}
          // Keeps the focus in the field, and a phone's keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => typeLetter(field.current, letter)}
        >
          {letter}
        </button>
      ))}
    </div>
  );
}
