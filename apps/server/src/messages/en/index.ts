import { accounts } from './accounts.ts';
import { candidates } from './candidates.ts';
import { common } from './common.ts';
import { emails } from './emails.ts';
import { problems } from './problems.ts';
import { subtitles } from './subtitles.ts';
import { videos } from './videos.ts';

/** The server's English messages. `{{name}}` is a placeholder for a value, as in the web app's catalogues. */
export const en = { ...accounts, ...candidates, ...common, ...emails, ...problems, ...subtitles, ...videos };
