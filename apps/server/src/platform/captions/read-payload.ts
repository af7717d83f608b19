import { CaptionError } from './caption-error.ts';

/** Decodes UTF-8 strictly, since broken text would be stored permanently. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CaptionError('bad-payload', { details: 'not UTF-8', cause });
  }
}

/** Returns the text. Throws if it can't be captions, because it is empty or a page. The engine checks for cues. */
export function checkPayload(text: string): string {
  const start = text
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('WEBVTT') || start.startsWith('{')) return text;
  if (start === '' && text.trim() === '') throw new CaptionError('empty-body');
  throw new CaptionError('bad-payload', { details: `begins with ${JSON.stringify(start.slice(0, 60))}` });
}
