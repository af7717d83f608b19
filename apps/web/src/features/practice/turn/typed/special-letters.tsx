import { useMemo } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import type { PracticeSegment } from '../../queries.ts';
import { specialLetters } from './letters-of-language.ts';
import classes from './typed.module.css';

/** Types a letter into the field that has the focus, at the caret, as a key would. */
function typeLetter(letter: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setRangeText(letter, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

type Props = { language: string; lines: readonly Pick<PracticeSegment, 'original'>[] };

/** Letters of a language that a keyboard may lack; none for most scripts. */
export function SpecialLetters({ language, lines }: Props) {
  const { t } = useTranslation();
  const letters = useMemo(
    () =>
      specialLetters(
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
          // The field keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => typeLetter(letter)}
        >
          {letter}
        </button>
      ))}
    </div>
  );
}
