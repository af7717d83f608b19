/** Styles of both SubRip and WebVTT; `colour` is `<font color>` and `<c.yellow>`. */
export type Style = 'i' | 'b' | 'u' | 'colour';

/** A text with its styles, independent of notation. `colour` is '' if the other format can't express it. */
export type Mark = { text: string } | { open: Style; colour: string } | { close: Style };

/** A format's notation of a style and its escaping. A style written as '' is dropped. */
export type Notation = {
  open: (style: Style, colour: string) => string;
  close: (style: Style, colour: string) => string;
  text: (text: string) => string;
};

// Maximum depth: real cues nest two or three deep, and reopening a deep stack at every close would take quadratic time.
const DEEPEST = 12;

/**
 * Writes marks with styles closed in reverse order of opening, which WebVTT requires and SubRip files often violate. A style
 * without text is dropped.
 */
export function writeMarks(marks: readonly Mark[], notation: Notation): string {
  const styles: { style: Style; colour: string; written: boolean }[] = [];
  let out = '';
  const openAll = () => {
    for (const style of styles.filter(({ written }) => !written)) {
      out += notation.open(style.style, style.colour);
      style.written = true;
    }
  };
  const closeFrom = (at: number) => {
    for (const style of styles.slice(at).reverse()) {
      if (style.written) out += notation.close(style.style, style.colour);
      style.written = false;
    }
  };
  for (const mark of marks) {
    if ('open' in mark) {
      if (styles.length < DEEPEST) styles.push({ style: mark.open, colour: mark.colour, written: false });
    } else if ('close' in mark) {
      const at = styles.findLastIndex(({ style }) => style === mark.close);
      if (at >= 0) closeFrom(at);
      if (at >= 0) styles.splice(at, 1);
    } else if (mark.text !== '') {
      openAll();
      out += notation.text(mark.text);
    }
  }
  closeFrom(0);
  return out;
}

// WebVTT's colour classes (https://www.w3.org/TR/webvtt1/#default-text-color) and their colours.
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

/** Returns the WebVTT class of a colour, by name or #rrggbb; '' for colours without one. */
export function colourName(colour: string): string {
  const lower = colour.toLowerCase();
  if (Object.hasOwn(COLOURS, lower)) return lower;
  return Object.keys(COLOURS).find((name) => COLOURS[name] === lower) ?? '';
}

/** Returns the #rrggbb of a WebVTT colour class; '' for other classes. */
export function colourValue(name: string): string {
  return Object.hasOwn(COLOURS, name) ? (COLOURS[name] ?? '') : '';
}
