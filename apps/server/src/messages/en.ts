import { accounts } from './en/accounts.ts';
import { candidates } from './en/candidates.ts';
import { common } from './en/common.ts';
import { letters } from './en/letters.ts';
import { subtitles } from './en/subtitles.ts';
import { videos } from './en/videos.ts';

/** What the server says in English, in the form of the web's catalogues: `{{name}}` stands for a value. */
export const en = { ...accounts, ...candidates, ...common, ...letters, ...subtitles, ...videos };
