import { Box, VisuallyHidden } from '@mantine/core';
import type { TokenLevel } from '@sayback/grading';
import { useTranslation } from '../../../../locales/translation.ts';
import textClasses from '../panel/practice-text.module.css';
import { classifyLength } from '../panel/practice-text.tsx';
import panel from '../panel/turn-panel.module.css';
import { type CheckedLine, divideIntoRuns, type Piece, type Run } from './check-line.ts';
import { findTextDirection } from './text-direction.ts';
import classes from './typed.module.css';

/** Marks next to wrong words, which the legend below the line explains. */
const MARKS = { accent: 'á', typo: '≈', wrong: '✗', missing: '+', extra: '−' } as const;
type MarkedLevel = keyof typeof MARKS;
const isMarked = (level: TokenLevel): level is MarkedLevel => level !== 'right';

type Props = { pieces: readonly Piece[]; checked: CheckedLine; language: string };

/** The correct line, with wrong input struck out before it. */
export function CheckedText({ pieces, checked, language }: Props) {
  let fieldIndex = -1;
  return (
    <p
      className={textClasses.text}
      data-part="original"
      data-shown
      data-length={classifyLength(pieces.map(({ text }) => text).join(''))}
      lang={language}
      dir={findTextDirection(language)}
    >
      {pieces.map(({ text, isField }, index) => {
        if (!isField) return text;
        fieldIndex += 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no id.
          <span key={index} className={pieces.length > 1 ? classes.checkedField : undefined}>
            {divideIntoRuns(text, checked.tokens[fieldIndex] ?? []).map((run, runIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: runs have no id.
              <CheckedRun key={runIndex} {...run} />
            ))}
          </span>
        );
      })}
    </p>
  );
}

function CheckedRun({ level, expected, typed }: Run) {
  const { t, i18n } = useTranslation();
  if (!isMarked(level)) return expected;
  return (
    <span className={classes.token} data-level={level}>
      <VisuallyHidden lang={i18n.language}>{t(`typing.level.${level}`)}: </VisuallyHidden>
      {typed !== '' && <del className={classes.typed}>{typed}</del>}
      {expected !== '' && (
        <Box
          component="ins"
          bdrs="0.2em"
          bg="var(--mantine-color-white)"
          c="var(--mantine-color-spruce-9)"
          px="0.15em"
          td="none"
        >
          {expected}
        </Box>
      )}
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
  const markedLevels = (Object.keys(MARKS) as MarkedLevel[]).filter((level) => levels.has(level));
  if (markedLevels.length === 0) return null;
  return (
    <p className={panel.reason} aria-hidden>
      {markedLevels.map((level) => `${MARKS[level]} ${t(`typing.level.${level}`)}`).join(' · ')}
    </p>
  );
}
