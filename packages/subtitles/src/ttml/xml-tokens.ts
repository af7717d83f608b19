import { MAX_READ_CHARACTERS } from '../cues/cue.ts';
import { decodeEntities } from '../vtt/entities.ts';

export type XmlToken =
  | { kind: 'open'; line: number; name: string; attributes: Record<string, string>; isEmpty: boolean }
  | { kind: 'close'; line: number; name: string }
  | { kind: 'text'; line: number; text: string };

/**
 * An attribute. The lookbehind anchors a match at the start of a name; without it, matching a long name takes a hundred times as
 * long.
 */
const ATTRIBUTE = /(?<![^\s=/"'<>])([^\s=/"'<>]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Maximum length of a tag whose attributes are parsed. */
const MAX_TAG_LENGTH = 10_000;

/** Removes the namespace prefix of a name. */
const removePrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Yields the elements and texts of an XML document in order, without namespaces. Skips comments, processing instructions, the
 * document type (declared entities are never expanded) and malformed parts. Takes linear time.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let position = 0;
  let line = 1;
  /** Consumes the text up to `end`, and counts its lines. */
  const advanceTo = (end: number) => {
    const skipped = xml.slice(position, end);
    for (let next = skipped.indexOf('\n'); next >= 0; next = skipped.indexOf('\n', next + 1)) line += 1;
    position = end;
    return skipped;
  };
  const findEnd = (character: string, from: number) => {
    const index = xml.indexOf(character, from);
    return index < 0 ? xml.length : index + character.length;
  };
  while (position < xml.length) {
    const startLine = line;
    if (xml[position] !== '<') {
      const next = xml.indexOf('<', position);
      const text = advanceTo(next < 0 ? xml.length : next);
      yield { kind: 'text', line: startLine, text: decodeEntities(text.slice(0, MAX_READ_CHARACTERS)) };
    } else if (xml.startsWith('<!--', position)) advanceTo(findEnd('-->', position + 4));
    else if (xml.startsWith('<![CDATA[', position)) {
      const text = advanceTo(findEnd(']]>', position));
      yield { kind: 'text', line: startLine, text: text.slice(9, MAX_READ_CHARACTERS).replace(/\]\]>$/, '') };
    } else if (xml.startsWith('<?', position)) advanceTo(findEnd('?>', position));
    else if (xml.startsWith('<!', position)) advanceTo(findDeclarationEnd(xml, position));
    else {
      const tag = advanceTo(findTagEnd(xml, position));
      const name = removePrefix(/^<\/?([^\s/>]{0,100})/.exec(tag)?.[1] ?? '');
      if (name === '') yield { kind: 'text', line: startLine, text: tag };
      else if (tag[1] === '/') yield { kind: 'close', line: startLine, name };
      else {
        yield {
          kind: 'open',
          line: startLine,
          name,
          attributes: parseAttributes(tag.slice(0, MAX_TAG_LENGTH)),
          isEmpty: tag.endsWith('/>'),
        };
      }
    }
  }
}

function parseAttributes(tag: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
    attributes[removePrefix(name)] = decodeEntities(double ?? single ?? '');
  }
  return attributes;
}

/** Returns the end of a tag: the first `>` outside quotation marks; for an unclosed tag, the next tag. */
function findTagEnd(xml: string, from: number): number {
  let quote = '';
  for (let position = from + 1; position < xml.length; position += 1) {
    const character = xml[position];
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return position + 1;
    else if (character === '<') return position;
  }
  return xml.length;
}

/** Returns the end of a document type declaration, which can contain declarations in brackets. */
function findDeclarationEnd(xml: string, from: number): number {
  const end = xml.indexOf('>', from);
  if (end < 0) return xml.length;
  const bracket = xml.slice(0, end).indexOf('[', from);
  if (bracket < 0) return end + 1;
  const close = xml.indexOf(']>', bracket);
  return close < 0 ? xml.length : close + 2;
}
