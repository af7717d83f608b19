import { activity } from './activity.ts';
import { candidates } from './candidates.ts';
import { cuts } from './cuts.ts';
import { editor } from './editor.ts';
import { jobs } from './jobs.ts';
import { regex } from './regex.ts';
import { subtitles } from './subtitles.ts';
import { sync } from './sync.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';

/** Texts of the administrators' screens, loaded with the first of these screens. */
export const forAdmins = {
  ...users,
  ...activity,
  ...videos,
  ...subtitles,
  ...cuts,
  ...editor,
  ...regex,
  ...candidates,
  ...sync,
  ...jobs,
};
