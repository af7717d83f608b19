import type { Programs } from './programs.ts';

/** Environment variables passed on to a child; Windows' programs don't start without SystemRoot. */
const KEPT = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];

/**
 * The environment of PostgreSQL's programs. PG* variables meant for another database and the user's locale would
 * change what they do, and secrets of the server are none of their business.
 */
export function programEnvironment(programs: Programs): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };
  for (const name of KEPT) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  if (programs.libraryPath !== null) {
    env[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = programs.libraryPath;
  }
  return env;
}
