import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { openDialog } from '../../../../ui/commands/keyboard.ts';
import textClasses from '../panel/practice-text.module.css';
import { classifyLength } from '../panel/practice-text.tsx';
import type { Piece } from './check-line.ts';
import { findTextDirection } from './text-direction.ts';
import classes from './typed.module.css';

/** Maximum number of characters in a field: twice the longest line that a learner could remember. */
const MAX_TYPED = 2000;

export type TypedField = HTMLInputElement | HTMLTextAreaElement;

type Props = {
  pieces: readonly Piece[];
  values: readonly string[];
  language: string;
  onChange: (values: readonly string[]) => void;
  /** True during a check. */
  isReadOnly: boolean;
  /** Called when a field gets the focus, with its index among the line's fields. */
  onField: (index: number, field: TypedField) => void;
  onCheck: () => void;
  onHear: (isSlow: boolean) => void;
};

function findNextEmpty(field: HTMLElement): HTMLInputElement | undefined {
  const gaps = [...(field.closest('p')?.querySelectorAll('input') ?? [])];
  return gaps.slice(gaps.indexOf(field as HTMLInputElement) + 1).find(({ value }) => value === '');
}

/** Punctuation next to a gap, which stays in its row. */
const LEADING_MARKS = /^[^\s\p{L}\p{N}]+/u;
const TRAILING_MARKS = /[^\s\p{L}\p{N}]+$/u;

/** Returns the text between gaps, without the punctuation next to them. */
function trimAtGaps(pieces: readonly Piece[], index: number): string {
  const { text = '' } = pieces[index] ?? {};
  const afterGap = pieces[index - 1]?.isField ? text.replace(LEADING_MARKS, '') : text;
  return pieces[index + 1]?.isField ? afterGap.replace(TRAILING_MARKS, '') : afterGap;
}

/** The line with a field for each part that the learner writes; a whole line is a multi-row field. */
export function LineFields({
  pieces,
  values,
  language,
  isReadOnly,
  onChange,
  onField,
  onCheck,
  onHear,
}: Props) {
  const { t } = useTranslation();
  const firstField = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!openDialog()) firstField.current?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Safari sends the Enter that ends a composition afterwards, with this code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // A held key would jump through the fields and skip the result.
    if (event.repeat) return;
    if (event.ctrlKey || event.metaKey) return onHear(event.shiftKey);
    const next = findNextEmpty(event.currentTarget);
    if (next) next.focus();
    else onCheck();
  }

  const direction = findTextDirection(language);
  const createFieldProps = (fieldIndex: number) => ({
    value: values[fieldIndex] ?? '',
    lang: language,
    dir: direction,
    maxLength: MAX_TYPED,
    autoComplete: 'off',
    autoCorrect: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(
        values.map((value, index) => (index === fieldIndex ? target.value.slice(0, MAX_TYPED) : value)),
      ),
    readOnly: isReadOnly,
    onFocus: ({ currentTarget }: { currentTarget: TypedField }) => onField(fieldIndex, currentTarget),
    onKeyDown,
    'data-typed': true,
  });
  const [piece] = pieces;
  if (pieces.length === 1 && piece?.isField) {
    return (
      <textarea
        {...createFieldProps(0)}
        ref={(element) => {
          firstField.current = element;
        }}
        className={classes.field}
        rows={2}
        aria-label={t('typing.field')}
      />
    );
  }
  const text = pieces.map((part) => part.text).join('');
  let fieldIndex = -1;
  return (
    <p
      className={textClasses.text}
      data-part="original"
      data-length={classifyLength(text)}
      lang={language}
      dir={direction}
    >
      {pieces.map((part, index) => {
        if (!part.isField) return trimAtGaps(pieces, index);
        fieldIndex += 1;
        const isFirst = fieldIndex === 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no id.
          <span key={index} className={classes.joined}>
            {TRAILING_MARKS.exec(pieces[index - 1]?.text ?? '')?.[0]}
            <input
              {...createFieldProps(fieldIndex)}
              ref={(element) => {
                if (isFirst) firstField.current = element;
              }}
              type="text"
              className={classes.gap}
              style={{ '--letters': [...part.text].length } as CSSProperties}
              aria-label={t('typing.gap', { number: fieldIndex + 1 })}
            />
            {LEADING_MARKS.exec(pieces[index + 1]?.text ?? '')?.[0]}
          </span>
        );
      })}
    </p>
  );
}
