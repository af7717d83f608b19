import { MAX_READ_CHARACTERS } from '../cues/cue.ts';
import { decodeEntities } from '../vtt/entities.ts';

export type XmlToken =
  | { kind: 'open'; line: number; name: string; attributes: Record<string, string>; isEmpty: boolean }
  | { kind: 'close'; line: number; name: string }
  | { kind: 'text'; line: number; text: string };

/** The lookbehind anchors a match at the start of a name: without it, a long name takes a hundred times as long. */
const ATTRIBUTE = /(?<![^\s=/"'<>])([^\s=/"'<>]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** No reader needs an attribute beyond this length. */
const LONGEST_TAG = 10_000;

/** Removes a name's prefix. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Yields the elements and texts of an XML document in order, without namespaces. Comments, instructions and the document type
 * are skipped: declared entities are never expanded. Malformed parts are skipped too. Takes linear time.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let at = 0;
  let line = 1;
  /** Consumes the text up to `end`, and counts its lines. */
  const passTo = (end: number) => {
    const passed = xml.slice(at, end);
    for (let next = passed.indexOf('\n'); next >= 0; next = passed.indexOf('\n', next + 1)) line += 1;
    at = end;
    return passed;
  };
  const getEnd = (sign: string, from: number) => {
    const index = xml.indexOf(sign, from);
    return index < 0 ? xml.length : index + sign.length;
  };
  while (at < xml.length) {
    const here = line;
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at);
      const text = passTo(next < 0 ? xml.length : next);
      yield { kind: 'text', line: here, text: decodeEntities(text.slice(0, MAX_READ_CHARACTERS)) };
    } else if (xml.startsWith('<!--', at)) passTo(getEnd('-->', at + 4));
    else if (xml.startsWith('<![CDATA[', at)) {
      const text = passTo(getEnd(']]>', at));
      yield { kind: 'text', line: here, text: text.slice(9, MAX_READ_CHARACTERS).replace(/\]\]>$/, '') };
    } else if (xml.startsWith('<?', at)) passTo(getEnd('?>', at));
    else if (xml.startsWith('<!', at)) passTo(endOfDeclaration(xml, at));
    else {
      const tag = passTo(endOfTag(xml, at));
      const name = localName(/^<\/?([^\s/>]{0,100})/.exec(tag)?.[1] ?? '');
      if (name === '') yield { kind: 'text', line: here, text: tag };
      else if (tag[1] === '/') yield { kind: 'close', line: here, name };
      else {
        yield {
          kind: 'open',
          line: here,
          name,
          attributes: getAttributes(tag.slice(0, LONGEST_TAG)),
          isEmpty: tag.endsWith('/>'),
        };
      }
    }
  }
}

function getAttributes(tag: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
    attributes[localName(name)] = decodeEntities(double ?? single ?? '');
  }
  return attributes;
}

/** A tag ends at the first `>` outside quotation marks; an unclosed one, at the next tag. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < xml.length; at += 1) {
    const sign = xml[at];
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
    else if (sign === '<') return at;
  }
  return xml.length;
}

/** A document type may contain declarations in brackets. */
function endOfDeclaration(xml: string, from: number): number {
  const end = xml.indexOf('>', from);
  if (end < 0) return xml.length;
  const bracket = xml.slice(0, end).indexOf('[', from);
  if (bracket < 0) return end + 1;
  const close = xml.indexOf(']>', bracket);
  return close < 0 ? xml.length : close + 2;
}
