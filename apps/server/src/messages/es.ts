import { accounts } from './es/accounts.ts';
import { candidates } from './es/candidates.ts';
import { common } from './es/common.ts';
import { letters } from './es/letters.ts';
import { subtitles } from './es/subtitles.ts';
import { videos } from './es/videos.ts';

export const es = { ...accounts, ...candidates, ...common, ...letters, ...subtitles, ...videos };
