import { readFile, writeFile } from 'node:fs/promises';

const readProc = (pid: number, file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8');

async function readKilobytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(await readProc(pid, 'status'))?.[1]);
}

/** The resident memory of a process in bytes, including threads but not child processes. */
export const readResidentBytes = async (pid: number): Promise<number> =>
  (await readKilobytes(pid, 'VmRSS')) * 1024;

/** Resets the peak of a process's memory. */
export const resetPeakMemory = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** The peak memory of a process in bytes since the reset; including threads. */
export const readPeakMemory = async (pid: number): Promise<number> =>
  (await readKilobytes(pid, 'VmHWM')) * 1024;

const SAMPLE_MS = 50;

/** Samples the memory of a process until stopped; stopping returns the highest value, in bytes. */
export function watchMemory(pid: number): { stop: () => number } {
  let highest = 0;
  const timer = setInterval(async () => {
    const now = await readResidentBytes(pid).catch(() => 0);
    // A process that has just ended has none.
    if (now > highest) highest = now;
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return highest;
    },
  };
}

type Process = { pid: number; args: string[] };

/** The direct children of a process, as listed by Linux. */
export async function listChildren(pid: number): Promise<Process[]> {
  const children = await readProc(pid, `task/${pid}/children`).catch(() => '');
  return Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .map(async (child) => ({
        pid: child,
        args: (await readProc(child, 'cmdline').catch(() => '')).split('\0'),
      })),
  );
}

async function listDescendants(pid: number): Promise<Process[]> {
  const children = await listChildren(pid);
  return [...children, ...(await Promise.all(children.map((child) => listDescendants(child.pid)))).flat()];
}

/**
 * Finds the server that a process started, itself or through others (npm, a shell). Throws unless there is exactly one.
 */
export async function findServerProcess(ancestor: number): Promise<number> {
  const servers = (await listDescendants(ancestor)).filter(({ args }) =>
    args[1]?.endsWith('apps/server/dist/main.js'),
  );
  const [server] = servers;
  if (!server || servers.length > 1)
    throw new Error(`${servers.length} servers run under process ${ancestor}`);
  return server.pid;
}

/** Linux counts in hundredths of a second, whatever the kernel's own clock (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

/** Its own time in user and system mode, and that of ended children, in ticks. */
async function readTicks(pid: number): Promise<number> {
  const stat = await readProc(pid, 'stat').catch(() => null);
  if (stat === null) return 0;
  // The name, in brackets, may contain anything, so count the fields after it, starting with the state, the third of proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrenUser, childrenSystem] = [14, 15, 16, 17].map((n) => Number(fields[n - 3]));
  return (user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0);
}

/** The processor time of a process and its descendants so far, in milliseconds; exact to 10. */
export async function readProcessorTime(pid: number): Promise<number> {
  const pids = [pid, ...(await listDescendants(pid)).map((process) => process.pid)];
  const ticks = await Promise.all(pids.map(readTicks));
  return ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK;
}

/** Sends a signal, 0 only to test whether the process runs; returns false if it is gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
