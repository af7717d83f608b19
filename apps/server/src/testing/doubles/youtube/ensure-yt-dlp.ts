import { ensureProgram } from '../../processes/ensure-program.ts';

/** Installs Debian's yt-dlp if necessary. Returns true if it can be run. */
export const ensureYtDlp = (): Promise<boolean> => ensureProgram('/usr/bin/yt-dlp', 'yt-dlp');
