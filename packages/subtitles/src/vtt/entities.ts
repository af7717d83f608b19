import { decodeHTML } from 'entities/decode';

/** Decodes character references once, as HTML does in text: what can't be one stays as it is (‘AT&T’). */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}
