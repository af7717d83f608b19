import { readFile } from 'node:fs/promises';
import { message } from '../../messages/message.ts';
import { CaptionError } from './caption-error.ts';

/** A file of cookies as browsers' extensions and yt-dlp write it. Throws a `CaptionError` that names the setting. */
export async function readCookiesFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code = 'unreadable' } = cause as NodeJS.ErrnoException;
    throw new CaptionError('not-installed', { worded: message('captions.badCookiesFile', { code }), cause });
  }
}

/** The cookies of youtube.com among them, as a header; empty for none. */
export function cookieHeader(cookies: string): string {
  return cookies
    .split(/\r?\n/)
    .map((line) => line.replace(/^#HttpOnly_/, '').split('\t'))
    .filter(([domain = '', ...rest]) => rest.length === 6 && /^\.?(www\.)?youtube\.com$/.test(domain))
    .map(([, , , , , name, value]) => `${name}=${value}`)
    .join('; ');
}
