import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lifeOf, markProcess, type ProcessMark } from './process-mark.ts';

const BEAT_MS = 1000;
const WATCH_MS = 4000;

/** Thrown to the second server on a data folder. */
export class FolderInUse extends Error {
  readonly folder: string;
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by another Sayback process (pid ${pid}). ` +
        'Stop that one first, or give this one a data folder of its own (DATA_DIR).',
    );
    this.name = 'FolderInUse';
    this.folder = folder;
    this.pid = pid;
  }
}

export type Claim = { release(): Promise<void> };

/**
 * Makes this process the one owner of a data folder, or throws FolderInUse. The claim ends with the process,
 * however that dies.
 *
 * A claim is a numbered file in `owner/` that says which process made it; the highest number counts. A new owner
 * adds the next number with `link`, which fails when the file is there, so of several that find a dead owner at
 * the same instant one wins. The highest file is never removed, not even on release: one who acts on an old
 * listing sees, after adding its number, that a higher one is there, and withdraws.
 */
export async function claimFolder(folder: string): Promise<Claim> {
  const claims = join(folder, 'owner');
  await mkdir(claims, { recursive: true });
  const self = await markProcess(process.pid);
  const draft = join(claims, `draft-${randomBytes(6).toString('hex')}`);
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      const newest = await newestNumber(claims);
      await refuseIfHeld(folder, join(claims, String(newest)));
      const number = newest + 1;
      if (!(await addClaim(draft, join(claims, String(number))))) continue;
      if ((await newestNumber(claims)) === number) return holdClaim(claims, number);
      await rm(join(claims, String(number)), { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

async function newestNumber(claims: string): Promise<number> {
  const numbers = (await readdir(claims)).filter((name) => /^\d+$/.test(name)).map(Number);
  return Math.max(0, ...numbers);
}

async function addClaim(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function refuseIfHeld(folder: string, path: string): Promise<void> {
  const owner = await readOwner(path);
  if (owner === null) return;
  const life = await lifeOf(owner);
  if (life === 'running' || (life === 'cannot tell' && (await isBeating(path)))) {
    throw new FolderInUse(folder, owner.pid);
  }
}

/** Null for a released claim, one that has just been replaced, and one that a power cut left without text. */
async function readOwner(path: string): Promise<ProcessMark | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return JSON.parse(text) as ProcessMark | null;
  } catch {
    return null;
  }
}

/** The owner of another machine or container can't be looked up by pid; it touches its claim every second. */
async function isBeating(path: string): Promise<boolean> {
  const touched = async () => (await stat(path).catch(() => null))?.mtimeMs;
  const before = await touched();
  for (let waited = 0; waited < WATCH_MS; waited += 200) {
    await sleep(200);
    const now = await touched();
    if (now !== before) return now !== undefined;
  }
  return false;
}

async function holdClaim(claims: string, number: number): Promise<Claim> {
  const path = join(claims, String(number));
  for (const name of await readdir(claims)) {
    if (/^\d+$/.test(name) && Number(name) < number) await rm(join(claims, name), { force: true });
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      const released = `${path}-released`;
      try {
        await writeFile(released, 'null', { mode: 0o600 });
        await rename(released, path);
      } catch (error) {
        // A folder that was removed meanwhile has nothing left to own.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    },
  };
}
