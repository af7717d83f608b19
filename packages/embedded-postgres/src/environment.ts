import type { Programs } from './programs.ts';

/** Environment variables that PostgreSQL's programs inherit. Windows programs need SystemRoot. */
const PASSED_ON = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec'];

/**
 * Returns the environment for PostgreSQL's programs, without PG* variables meant for another database, the user's locale, and
 * the server's secrets.
 */
export function programEnvironment(programs: Programs): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };
  for (const name of PASSED_ON) {
    if (process.env[name] !== undefined) env[name] = process.env[name];
  }
  if (programs.libraryPath !== null) {
    env[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = programs.libraryPath;
  }
  return env;
}
