import { Box } from '@mantine/core';
import { formatPosition } from '@sayback/contract';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import quiet from '../../../../ui/quiet-field.module.css';
import { parseTime } from '../../../../ui/sync/time-text.ts';
import classes from './time-control.module.css';

type Labels = { label: string; field: string; earlier: string; later: string };

type Props = {
  labels: Labels;
  ms: number;
  onSet: (ms: number) => void;
  onStep: (direction: -1 | 1) => void;
  children: ReactNode;
};

/** Input for a segment's start or end, with buttons to step it. Typed values apply on blur or Enter. */
export function TimeControl({ labels, ms, onSet, onStep, children }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const isInvalid = typed !== null && parseTime(typed) === null;
  const apply = () => {
    const time = typed === null ? null : parseTime(typed);
    if (time !== null) onSet(time);
    setTyped(null);
  };
  return (
    <div className={classes.time}>
      <Box component="span" c="var(--quiet)" fz="0.8125rem" aria-hidden>
        {labels.label}
      </Box>
      <button
        type="button"
        className={classes.step}
        aria-label={labels.earlier}
        title={labels.earlier}
        onClick={() => onStep(-1)}
      >
        <IconMinus size={16} aria-hidden />
      </button>
      <input
        className={`${quiet.field} ${classes.input}`}
        aria-label={labels.field}
        aria-invalid={isInvalid || undefined}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={typed ?? formatPosition(ms)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={apply}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply();
          if (key === 'Escape') setTyped(null);
        }}
      />
      <button
        type="button"
        className={classes.step}
        aria-label={labels.later}
        title={labels.later}
        onClick={() => onStep(1)}
      >
        <IconPlus size={16} aria-hidden />
      </button>
      {children}
    </div>
  );
}
