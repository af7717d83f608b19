/** A range of UTF-16 units, `from` inclusive, `to` exclusive. */
export type Span = { from: number; to: number };

const SPACE_ONLY = /^[^\S\r\n]*$/;
const SPACES_BEFORE = /^[^\S\r\n]+/;
const STICKS_TO_WORD = /^[.,!?…;:)\]]/;
const ORPHANED = /^(?:[,;:、，：；،]\s*|\.(?!\.)\s*)/u;
const MARK = /^[^\S\r\n]*[,.!?](?![.!?])/;
const OPEN_DASH = /[-–—‐][^\S\r\n]*$/;
const SECOND_DASH = /^[-–—‐](?![-–—‐])[^\S\r\n]*(?=\S)/;
const LONE_DASH = /(?<=[.!?…♪♫"”’»][^\S\r\n]{1,3})[-–—‐]$/;
const LINE_HEAD =
  /^(?:[^\S\r\n]|[\u200B-\u200F\u202A-\u202E\u2060-\u2069]|<[^<>]*>|\{\\[^{}]*\}|[-–—‐"“‘«'¿¡])*$/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
// Scripts without spaces. Includes Hangul: Korean has spaces, but particles directly follow a bracket.
const WRITTEN_WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Hangul}]/u;

/**
 * Removes spans (sorted, not overlapping) from a text and closes the gaps: no double space, no space before a full stop, no
 * repeated comma, and no comma at the start of a line. A line break inside a span is preserved between two words. Other text is
 * unchanged.
 */
export function removeSpans(text: string, spans: readonly Span[]): string {
  const cuts = mergeAdjacent(text, spans);
  const pieces: string[] = [];
  let left = text.slice(0, cuts[0]?.from ?? text.length);
  let isLineOpen = false;
  for (const [position, { from, to }] of cuts.entries()) {
    const right = text.slice(to, cuts[position + 1]?.from ?? text.length);
    const lastLine = left.slice(Math.max(left.lastIndexOf('\n'), left.lastIndexOf('\r')) + 1);
    if (lastLine.length < left.length) isLineOpen = false;
    isLineOpen ||= !LINE_HEAD.test(lastLine);
    const hasLineBreak = /[\r\n]/.test(text.slice(from, to));
    const joint = join(left, right, isLineOpen, hasLineBreak);
    pieces.push(joint.left, joint.between);
    if (joint.between === '\n') isLineOpen = false;
    left = joint.right;
  }
  pieces.push(left);
  return pieces.join('');
}

function join(left: string, right: string, isLineOpen: boolean, hasLineBreak: boolean) {
  if (!isLineOpen) {
    const rest = right.replace(SPACES_BEFORE, '').replace(ORPHANED, '');
    return {
      left,
      between: '',
      right: OPEN_DASH.test(left.slice(-3)) ? rest.replace(SECOND_DASH, '') : rest,
    };
  }
  const before = trimEndSpaces(left);
  if (right === '' || /^[^\S\r\n]*[\r\n]/.test(right) || /^[^\S\r\n]+$/.test(right)) {
    const end = trimEndSpaces(before.slice(-8).replace(LONE_DASH, ''));
    return { left: before.slice(0, -8) + end, between: '', right: right.replace(SPACES_BEFORE, '') };
  }
  if (hasLineBreak && !STICKS_TO_WORD.test(right)) {
    return { left: before, between: '\n', right: right.replace(SPACES_BEFORE, '') };
  }
  const mark = MARK.exec(right)?.[0];
  if (mark && /[,.!?…]$/.test(before)) {
    if (before.endsWith(',') && !mark.endsWith(','))
      return { left: before.slice(0, -1), between: '', right: right.trimStart() };
    return { left: before, between: '', right: right.slice(mark.length) };
  }
  if (/[.…]$/.test(before) && /^(?:\.\.|…)/.test(right)) return { left: before, between: ' ', right };
  if (SPACES_BEFORE.test(right) || STICKS_TO_WORD.test(right)) return { left: before, between: '', right };
  return { left, between: needsSpace(left, right) ? ' ' : '', right };
}

function needsSpace(left: string, right: string): boolean {
  const [before, after] = [left.slice(-1), right.slice(0, 1)];
  const areWords = WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
  return areWords && !WRITTEN_WITHOUT_SPACES.test(before) && !WRITTEN_WITHOUT_SPACES.test(after);
}

function mergeAdjacent(text: string, spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && SPACE_ONLY.test(text.slice(last.to, span.from))) last.to = span.to;
    else merged.push({ ...span });
  }
  return merged;
}

// Trims spaces at the end. A pattern with $ would take quadratic time.
function trimEndSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

const SPACE = /[^\S\r\n]/;
