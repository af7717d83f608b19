import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { openDialog } from '../../../../ui/commands/keyboard.ts';
import textClasses from '../panel/practice-text.module.css';
import { lengthOf } from '../panel/practice-text.tsx';
import type { Piece } from './check-line.ts';
import { directionOf } from './direction.ts';
import classes from './typed.module.css';

/** Maximum characters in a field: twice a line that anyone could write from memory. */
const MAX_TYPED = 2000;

export type TypedField = HTMLInputElement | HTMLTextAreaElement;

type Props = {
  pieces: readonly Piece[];
  values: readonly string[];
  language: string;
  onChange: (values: readonly string[]) => void;
  /** True during a check: nothing can be typed. */
  isReadOnly: boolean;
  /** Called when a field gets the focus, with its position among the line's fields. */
  onField: (at: number, field: TypedField) => void;
  onCheck: () => void;
  onHear: (isSlow: boolean) => void;
};

/** Returns the next empty gap of the line. */
function nextEmpty(field: HTMLElement): HTMLInputElement | undefined {
  const gaps = [...(field.closest('p')?.querySelectorAll('input') ?? [])];
  return gaps.slice(gaps.indexOf(field as HTMLInputElement) + 1).find(({ value }) => value === '');
}

/** Punctuation directly beside a gap, which stays in its row. */
const FIRST_MARKS = /^[^\s\p{L}\p{N}]+/u;
const LAST_MARKS = /[^\s\p{L}\p{N}]+$/u;

/** The text between gaps, without the punctuation beside them. */
function innerText(pieces: readonly Piece[], index: number): string {
  const { text = '' } = pieces[index] ?? {};
  const afterGap = pieces[index - 1]?.isAsked ? text.replace(FIRST_MARKS, '') : text;
  return pieces[index + 1]?.isAsked ? afterGap.replace(LAST_MARKS, '') : afterGap;
}

/** The line with a field for each part to be written; a whole line is a multi-row field. */
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
  const first = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!openDialog()) first.current?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // In Safari, the Enter that ends a composition comes after it, with this code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // Held down, it would run through the fields and past the result.
    if (event.repeat) return;
    if (event.ctrlKey || event.metaKey) return onHear(event.shiftKey);
    const next = nextEmpty(event.currentTarget);
    if (next) next.focus();
    else onCheck();
  }

  const direction = directionOf(language);
  const fieldProps = (at: number) => ({
    value: values[at] ?? '',
    lang: language,
    dir: direction,
    maxLength: MAX_TYPED,
    autoComplete: 'off',
    autoCorrect: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(values.map((value, index) => (index === at ? target.value.slice(0, MAX_TYPED) : value))),
    readOnly: isReadOnly,
    onFocus: ({ currentTarget }: { currentTarget: TypedField }) => onField(at, currentTarget),
    onKeyDown,
    'data-typed': true,
  });
  const [piece] = pieces;
  if (pieces.length === 1 && piece?.isAsked) {
    return (
      <textarea
        {...fieldProps(0)}
        ref={(element) => {
          first.current = element;
        }}
        className={classes.field}
        rows={2}
        aria-label={t('typing.field')}
      />
    );
  }
  const text = pieces.map((one) => one.text).join('');
  let at = -1;
  return (
    <p
      className={textClasses.text}
      data-part="original"
      data-length={lengthOf(text)}
      lang={language}
      dir={direction}
    >
      {pieces.map((one, index) => {
        if (!one.isAsked) return innerText(pieces, index);
        at += 1;
        const isFirst = at === 0;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no other name.
          <span key={index} className={classes.joined}>
            {LAST_MARKS.exec(pieces[index - 1]?.text ?? '')?.[0]}
            <input
              {...fieldProps(at)}
              ref={(element) => {
                if (isFirst) first.current = element;
              }}
              type="text"
              className={classes.gap}
              style={{ '--letters': [...one.text].length } as CSSProperties}
              aria-label={t('typing.gap', { number: at + 1 })}
            />
            {FIRST_MARKS.exec(pieces[index + 1]?.text ?? '')?.[0]}
          </span>
        );
      })}
    </p>
  );
}
