import { decodeHTML } from 'entities/decode';

/** Decodes character references once, as in HTML text. Anything else is unchanged (‘AT&T’). */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}
