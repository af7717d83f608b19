import { formatPosition } from '@sayback/contract';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import quiet from '../../../../ui/quiet-field.module.css';
import { parseTime } from '../../../../ui/sync/time-text.ts';
import classes from './time-control.module.css';

type Names = { label: string; field: string; earlier: string; later: string };

type Props = {
  names: Names;
  ms: number;
  onSet: (ms: number) => void;
  onStep: (direction: -1 | 1) => void;
  children: ReactNode;
};

/** An edge of a segment: stepped by buttons, or typed. Typed values apply on blur or Enter. */
export function TimeControl({ names, ms, onSet, onStep, children }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const isBad = typed !== null && parseTime(typed) === null;
  const take = () => {
    const time = typed === null ? null : parseTime(typed);
    if (time !== null) onSet(time);
    setTyped(null);
  };
  return (
    <div className={classes.time}>
      <span className={classes.label} aria-hidden>
        {names.label}
      </span>
      <button
        type="button"
        className={classes.step}
        aria-label={names.earlier}
        title={names.earlier}
        onClick={() => onStep(-1)}
      >
        <IconMinus size={16} aria-hidden />
      </button>
      <input
        className={`${quiet.field} ${classes.input}`}
        aria-label={names.field}
        aria-invalid={isBad || undefined}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={typed ?? formatPosition(ms)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
          if (key === 'Escape') setTyped(null);
        }}
      />
      <button
        type="button"
        className={classes.step}
        aria-label={names.later}
        title={names.later}
        onClick={() => onStep(1)}
      >
        <IconPlus size={16} aria-hidden />
      </button>
      {children}
    </div>
  );
}
