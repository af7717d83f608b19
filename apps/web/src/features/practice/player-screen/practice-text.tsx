import { UnstyledButton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './practice-text.module.css';

type Props = {
  part: 'original' | 'target';
  text: string;
  /** Undefined for wording of the interface. */
  language: string | undefined;
  visibility: 'show' | 'blur' | 'hide';
  revealLabel: string;
};

/** One of the two texts. Blurred or hidden, it is a button that shows it. */
export function PracticeText({ part, text, language, visibility, revealLabel }: Props) {
  const [revealed, setRevealed] = useState(false);
  const shown = visibility === 'show' || revealed;
  const line = (
    <p
      className={classes.text}
      dir="auto"
      lang={language}
      data-part={part}
      data-shown={shown}
      aria-hidden={!shown}
    >
      {text}
    </p>
  );
  if (shown) return line;
  return (
    <UnstyledButton
      className={classes.cover}
      data-visibility={visibility}
      onClick={() => setRevealed(true)}
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
