/** Styles of both SubRip and WebVTT; `colour` is `<font color>` and `<c.yellow>`. */
export type Style = 'i' | 'b' | 'u' | 'colour';

/** A part of a styled text, independent of any format's notation. `colour` is '' if the other format can't express it. */
export type Mark = { text: string } | { open: Style; colour: string } | { close: Style };

/** A format's notation for styles, and its escaping of text. A style written as '' is dropped. */
export type Notation = {
  open: (style: Style, colour: string) => string;
  close: (style: Style, colour: string) => string;
  text: (text: string) => string;
};

// Maximum nesting depth, since reopening a deep stack at every close would take quadratic time. Real cues have two or three
// levels.
const MAX_DEPTH = 12;

/**
 * Writes marks and closes styles in reverse order of opening, which WebVTT requires and SubRip files often violate. Drops styles
 * without text.
 */
export function writeMarks(marks: readonly Mark[], notation: Notation): string {
  const styles: { style: Style; colour: string; written: boolean }[] = [];
  let written = '';
  const openAll = () => {
    for (const style of styles.filter(({ written }) => !written)) {
      written += notation.open(style.style, style.colour);
      style.written = true;
    }
  };
  const closeFrom = (index: number) => {
    for (const style of styles.slice(index).reverse()) {
      if (style.written) written += notation.close(style.style, style.colour);
      style.written = false;
    }
  };
  for (const mark of marks) {
    if ('open' in mark) {
      if (styles.length < MAX_DEPTH) styles.push({ style: mark.open, colour: mark.colour, written: false });
    } else if ('close' in mark) {
      const index = styles.findLastIndex(({ style }) => style === mark.close);
      if (index >= 0) closeFrom(index);
      if (index >= 0) styles.splice(index, 1);
    } else if (mark.text !== '') {
      openAll();
      written += notation.text(mark.text);
    }
  }
  closeFrom(0);
  return written;
}

// Colours of the WebVTT colour classes (https://www.w3.org/TR/webvtt1/#default-text-color).
const COLOURS: Record<string, string> = {
  white: '#ffffff',
  lime: '#00ff00',
  cyan: '#00ffff',
  red: '#ff0000',
  yellow: '#ffff00',
  magenta: '#ff00ff',
  blue: '#0000ff',
  black: '#000000',
};

/** Returns the WebVTT class for a colour name or #rrggbb; '' for colours without one. */
export function findColourName(colour: string): string {
  const lower = colour.toLowerCase();
  if (Object.hasOwn(COLOURS, lower)) return lower;
  return Object.keys(COLOURS).find((name) => COLOURS[name] === lower) ?? '';
}

/** Returns the #rrggbb of a WebVTT colour class; '' for other classes. */
export function findColourValue(name: string): string {
  return Object.hasOwn(COLOURS, name) ? (COLOURS[name] ?? '') : '';
}
