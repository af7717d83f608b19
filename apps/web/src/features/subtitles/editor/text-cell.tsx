import type { TextField } from './model/split.ts';
import classes from './text-cell.module.css';

type Props = {
  /** For screen readers: the row and the column. */
  name: string;
  field: TextField;
  language: string;
  value: string;
  onChange: (typed: string) => void;
};

/** A text that is edited where it stands, as high as it is long. */
export function TextCell({ name, field, language, value, onChange }: Props) {
  return (
    // A copy of the text behind the field makes it grow: no script has to measure it at every key.
    <div className={classes.grow} data-copy={value}>
      <textarea
        rows={1}
        dir="auto"
        lang={language || undefined}
        aria-label={name}
        data-field={field}
        spellCheck
        placeholder="—"
        maxLength={10_000}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}
