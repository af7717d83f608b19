import { readFile } from 'node:fs/promises';
import { message } from '../../messages/message.ts';
import { CaptionError } from './caption-error.ts';

/** Reads a cookies file in the format of browser extensions and yt-dlp. Throws a `CaptionError` that names the setting. */
export async function readCookiesFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code = 'unreadable' } = cause as NodeJS.ErrnoException;
    throw new CaptionError('not-installed', {
      userMessage: message('captions.badCookiesFile', { code }),
      cause,
    });
  }
}

/** Returns the cookies of youtube.com as a header; empty if there are none. */
export function cookieHeader(cookies: string): string {
  return cookies
    .split(/\r?\n/)
    .map((line) => line.replace(/^#HttpOnly_/, '').split('\t'))
    .filter(([domain = '', ...rest]) => rest.length === 6 && /^\.?(www\.)?youtube\.com$/.test(domain))
    .map(([, , , , , name, value]) => `${name}=${value}`)
    .join('; ');
}
