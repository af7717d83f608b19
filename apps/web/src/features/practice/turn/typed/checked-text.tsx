import { VisuallyHidden } from '@mantine/core';
import type { TokenLevel } from '@sayback/grading';
import { useTranslation } from '../../../../locales/translation.ts';
import textClasses from '../panel/practice-text.module.css';
import { lengthOf } from '../panel/practice-text.tsx';
import panel from '../panel/turn-panel.module.css';
import { type CheckedLine, type Piece, type Stretch, stretchesOf } from './check-line.ts';
import { directionOf } from './direction.ts';
import classes from './typed.module.css';

/** Marks of the levels beside the words, explained below the line; correct words have none. */
const MARKS = { accent: 'á', typo: '≈', wrong: '✗', missing: '+', extra: '−' } as const;
type Marked = keyof typeof MARKS;
const isMarked = (level: TokenLevel): level is Marked => level !== 'right';

type Props = { pieces: readonly Piece[]; checked: CheckedLine; language: string };

/** The correct line, with wrong input struck out before it. */
export function CheckedText({ pieces, checked, language }: Props) {
  let at = -1;
  return (
    <p
      className={textClasses.text}
      data-part="original"
      data-shown
      data-length={lengthOf(pieces.map(({ text }) => text).join(''))}
      lang={language}
      dir={directionOf(language)}
    >
      {pieces.map(({ text, isAsked }, index) => {
        if (!isAsked) return text;
        at += 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no other name.
          <span key={index} className={pieces.length > 1 ? classes.asked : undefined}>
            {stretchesOf(text, checked.tokens[at] ?? []).map((stretch, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have stretches.
              <Written key={place} {...stretch} />
            ))}
          </span>
        );
      })}
    </p>
  );
}

function Written({ level, expected, typed }: Stretch) {
  const { t, i18n } = useTranslation();
  if (!isMarked(level)) return expected;
  return (
    <span className={classes.token} data-level={level}>
      <VisuallyHidden lang={i18n.language}>{t(`typing.level.${level}`)}: </VisuallyHidden>
      {typed !== '' && <del className={classes.typed}>{typed}</del>}
      {expected !== '' && <ins className={classes.expected}>{expected}</ins>}
      <sup aria-hidden className={classes.mark}>
        {MARKS[level]}
      </sup>
    </span>
  );
}

/** Explains the marks in the line. */
export function Legend({ checked }: { checked: CheckedLine }) {
  const { t } = useTranslation();
  const levels = new Set(checked.tokens.flat().map(({ level }) => level));
  const shown = (Object.keys(MARKS) as Marked[]).filter((level) => levels.has(level));
  if (shown.length === 0) return null;
  return (
    <p className={panel.why} aria-hidden>
      {shown.map((level) => `${MARKS[level]} ${t(`typing.level.${level}`)}`).join(' · ')}
    </p>
  );
}
