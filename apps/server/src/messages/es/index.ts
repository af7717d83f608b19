import { accounts } from './accounts.ts';
import { candidates } from './candidates.ts';
import { common } from './common.ts';
import { letters } from './letters.ts';
import { problems } from './problems.ts';
import { subtitles } from './subtitles.ts';
import { videos } from './videos.ts';

export const es = { ...accounts, ...candidates, ...common, ...letters, ...problems, ...subtitles, ...videos };
