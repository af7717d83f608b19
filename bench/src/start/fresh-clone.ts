import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../browser.ts';
import { timed } from '../metrics.ts';
import { runIn, startWithNpm } from './running.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const WARM_STARTS = 5;

/** Duration of each step from a clone to a usable page, in milliseconds. */
export type FreshStart = {
  clone: number;
  install: number;
  /** Output of a failed `npm ci`, after which `npm install` was used; null if it succeeded. */
  refusal: string | null;
  build: number;
  firstStart: number;
  firstPage: number;
  warmStarts: number[];
};

/** Clones the committed files, installs and starts them up to the first page, and restarts the server a few times. */
export async function startFreshClone(): Promise<FreshStart> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const clone = path.join(folder, 'clone');
  const dataDir = path.join(folder, 'data');
  try {
    const steps = {
      clone: await timeCommand(folder, 'git', 'clone', '--quiet', '--no-hardlinks', REPOSITORY, clone),
      ...(await install(clone)),
      build: await timeCommand(clone, 'npm', 'run', 'build'),
    };
    const { took: firstStart, result: server } = await timed(() => startWithNpm(clone, dataDir));
    const firstPage = await openFirstPage(server.url).finally(server.stop);
    const warmStarts: number[] = [];
    for (let round = 0; round < WARM_STARTS; round += 1) {
      const { took, result } = await timed(() => startWithNpm(clone, dataDir));
      warmStarts.push(took);
      await result.stop();
    }
    return { ...steps, firstStart, firstPage, warmStarts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const timeCommand = async (folder: string, command: string, ...args: string[]): Promise<number> =>
  (await timed(() => runIn(folder, command, args))).took;

/**
 * Installs the dependencies. If `npm ci` rejects the lock file, reports that and uses `npm install`, so that the following
 * steps are still measured.
 */
async function install(clone: string): Promise<Pick<FreshStart, 'install' | 'refusal'>> {
  try {
    return { install: await timeCommand(clone, 'npm', 'ci', '--no-audit', '--no-fund'), refusal: null };
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    const lines = output.split('\n').filter((line) => /^npm error \S/.test(line));
    const took = await timeCommand(clone, 'npm', 'install', '--no-audit', '--no-fund');
    return { install: took, refusal: lines.slice(0, 3).join(' ').replaceAll('npm error ', '') };
  }
}

/** Returns the time from opening the URL to a usable form, in milliseconds, without the browser's start. */
async function openFirstPage(url: string): Promise<number> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const { took } = await timed(async () => {
      await page.goto(url);
      await page.getByLabel('Username').waitFor();
    });
    return took;
  } finally {
    await browser.close();
  }
}
