import { UnstyledButton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './practice-text.module.css';

type Props = {
  part: 'original' | 'target';
  text: string;
  /** Undefined for interface text. */
  language: string | undefined;
  visibility: 'show' | 'blur' | 'hide';
  revealLabel: string;
};

/** Classifies a text's length by its width in letters. Ideographs, kana and hangul count as two. */
export function classifyLength(text: string): 'short' | 'medium' | 'long' | 'huge' {
  const width =
    text.length + (text.match(/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/g)?.length ?? 0);
  if (width <= 32) return 'short';
  if (width <= 80) return 'medium';
  return width <= 140 ? 'long' : 'huge';
}

/** One of the two texts; a button that reveals it while it is blurred or hidden. */
export function PracticeText({ part, text, language, visibility, revealLabel }: Props) {
  const [isRevealed, setIsRevealed] = useState(false);
  const isVisible = visibility === 'show' || isRevealed;
  const line = (
    <p
      className={classes.text}
      dir="auto"
      lang={language}
      data-part={part}
      data-length={classifyLength(text)}
      data-shown={isVisible}
      aria-hidden={!isVisible}
    >
      <span className={classes.run}>{text}</span>
    </p>
  );
  if (isVisible) return line;
  return (
    <UnstyledButton
      className={classes.cover}
      data-visibility={visibility}
      onClick={() => setIsRevealed(true)}
      aria-label={revealLabel}
    >
      {line}
      <span className={classes.reveal}>
        <span>
          <IconEye size={18} aria-hidden /> {revealLabel}
        </span>
      </span>
    </UnstyledButton>
  );
}
