import { readFile } from 'node:fs/promises';
import { CaptionError } from './caption-error.ts';

/** A file of cookies as browsers' extensions and yt-dlp write it. Throws a `CaptionError` that names the setting. */
export async function readCookiesFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code = 'unreadable' } = cause as NodeJS.ErrnoException;
    const message = `The file that YOUTUBE_COOKIES_FILE names could not be read (${code}). Check the setting and the file's rights.`;
    throw new CaptionError('not-installed', { message, cause });
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
