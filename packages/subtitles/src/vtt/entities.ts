import { decodeHTML } from 'entities/decode';

/** Decodes character references once, like HTML text: anything else stays unchanged (‘AT&T’). */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}
