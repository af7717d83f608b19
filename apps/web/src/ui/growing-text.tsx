import classes from './growing-text.module.css';
import quiet from './quiet-field.module.css';

type Props = {
  /** For screen readers. */
  name: string;
  /** By which a key finds it in its row. */
  field?: string;
  language: string | undefined;
  value: string;
  onChange: (typed: string) => void;
};

/** A text area that grows with its text. */
export function GrowingText({ name, field, language, value, onChange }: Props) {
  return (
    // A copy of the text behind the field makes it grow: no script has to measure it at every key.
    <div className={classes.grow} data-copy={value}>
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
