import { useId } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import quiet from '../../../../ui/quiet-field.module.css';
import { type Edge, tidyTime } from '../model/times.ts';
import classes from './time-field.module.css';

type Props = {
  /** Row and field, for screen readers. */
  name: string;
  field: Edge;
  value: string;
  problem: 'format' | 'order' | null;
  onChange: (typed: string) => void;
};

/** Input for a time of a segment. Completes short forms on blur. */
export function TimeField({ name, field, value, problem, onChange }: Props) {
  const { t } = useTranslation();
  const problemId = useId();
  return (
    <span className={classes.field}>
      <input
        className={`${quiet.field} ${classes.input}`}
        data-field={field}
        aria-label={name}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? problemId : undefined}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={({ currentTarget }) => {
          const tidied = tidyTime(currentTarget.value);
          if (tidied !== currentTarget.value) onChange(tidied);
        }}
      />
      {problem && (
        <span className={classes.problem} id={problemId}>
          {t(problem === 'format' ? 'editor.invalidTime' : 'editor.invalidOrder')}
        </span>
      )}
    </span>
  );
}
