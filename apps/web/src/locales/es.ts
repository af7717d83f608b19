import type { en } from './en.ts';
import { accounts } from './es/accounts.ts';
import { app } from './es/app.ts';
import { editor } from './es/editor.ts';
import { jobs } from './es/jobs.ts';
import { practice } from './es/practice.ts';
import { regex } from './es/regex.ts';
import { subtitles } from './es/subtitles.ts';
import { users } from './es/users.ts';
import { videos } from './es/videos.ts';
import type { WithMany } from './es/with-many.ts';

/** The wording of the product in Spanish: of no particular country, and in the form of 'tú'. */
export const es: WithMany<typeof en> = {
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
