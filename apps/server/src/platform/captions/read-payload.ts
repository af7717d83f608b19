import { CaptionError } from './caption-error.ts';

/** Reads bytes as UTF-8, strictly: a broken text would be kept for good. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CaptionError('bad-payload', { said: 'it is not UTF-8', cause });
  }
}

/** Throws where a text can be no caption: empty, a page. Whether there is a line in it the engine finds out. */
export function checkPayload(text: string): string {
  const start = text
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('WEBVTT') || start.startsWith('{')) return text;
  if (start === '' && text.trim() === '') throw new CaptionError('empty-body');
  throw new CaptionError('bad-payload', { said: `it begins with ${JSON.stringify(start.slice(0, 60))}` });
}
