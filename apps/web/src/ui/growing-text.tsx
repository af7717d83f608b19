import { Fragment } from 'react';
import classes from './growing-text.module.css';
import quiet from './quiet-field.module.css';

type Props = {
  /** For screen readers. */
  name: string;
  /** Identifies the field in its row, for keyboard commands. */
  field?: string;
  language: string | undefined;
  value: string;
  /** Ranges of the text to highlight, as `slice` arguments. */
  marks?: readonly { start: number; end: number }[] | undefined;
  /** Clips the text to `--text-max`, except on hover. */
  isClamped?: boolean;
  onChange: (typed: string) => void;
};

export function GrowingText({ name, field, language, value, marks, isClamped, onChange }: Props) {
  return (
    // An invisible copy of the text makes the field grow, without measuring it at each keystroke.
    <div className={classes.grow} data-copy={value} data-clamped={isClamped || undefined}>
      {marks && <Highlights text={value} marks={marks} />}
      <textarea
        className={quiet.field}
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

/** The same text behind the field: only the background of its marks is visible. */
function Highlights({ text, marks }: { text: string; marks: NonNullable<Props['marks']> }) {
  return (
    <div className={classes.marked} dir="auto" aria-hidden>
      {marks.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(marks[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </div>
  );
}
