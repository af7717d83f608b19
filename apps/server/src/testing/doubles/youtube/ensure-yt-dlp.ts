import { ensureProgram } from '../../processes/ensure-program.ts';

/** Returns true if Debian's yt-dlp can be run here. */
export const ensureYtDlp = (): Promise<boolean> => ensureProgram('/usr/bin/yt-dlp', 'yt-dlp');
