import { accounts } from './en/accounts.ts';
import { app } from './en/app.ts';
import { editor } from './en/editor.ts';
import { jobs } from './en/jobs.ts';
import { practice } from './en/practice.ts';
import { regex } from './en/regex.ts';
import { subtitles } from './en/subtitles.ts';
import { users } from './en/users.ts';
import { videos } from './en/videos.ts';

/** The wording of the product in English, where the specification gives it word for word. */
export const en = {
  ...app,
  ...accounts,
  ...users,
  ...practice,
  ...videos,
  ...subtitles,
  ...editor,
  ...regex,
  ...jobs,
};
