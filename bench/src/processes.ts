import { readFile, writeFile } from 'node:fs/promises';

const readProc = (pid: number, file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8');

async function readKilobytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(await readProc(pid, 'status'))?.[1]);
}

/** Returns the resident memory of a process in bytes, without child processes. */
export const readResidentBytes = async (pid: number): Promise<number> =>
  (await readKilobytes(pid, 'VmRSS')) * 1024;

/** Resets the peak memory of a process. */
export const resetPeakMemory = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Returns the peak memory of a process since the reset, in bytes, without child processes. */
export const readPeakMemory = async (pid: number): Promise<number> =>
  (await readKilobytes(pid, 'VmHWM')) * 1024;

const SAMPLE_MS = 50;

/** Samples the memory of a process. `stop` returns the maximum in bytes. */
export function watchMemory(pid: number): { stop: () => number } {
  let highest = 0;
  const timer = setInterval(async () => {
    const now = await readResidentBytes(pid).catch(() => 0);
    // NaN for a process that has just ended.
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

/** Lists the direct child processes of a process on Linux. */
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
 * Returns the pid of the server that a process started, directly or through others (npm, a shell). Throws unless there is
 * exactly one.
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

/** Unit of processor times in /proc: a hundredth of a second (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

/** Reads a process's user and system time, including that of ended children, in ticks. */
async function readTicks(pid: number): Promise<number> {
  const stat = await readProc(pid, 'stat').catch(() => null);
  if (stat === null) return 0;
  // The name, in brackets, can contain anything, so count from the field after it: the state, the third in proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrenUser, childrenSystem] = [14, 15, 16, 17].map((n) => Number(fields[n - 3]));
  return (user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0);
}

/** Returns the processor time of a process and its descendants so far, in milliseconds, to the nearest 10. */
export async function readProcessorTime(pid: number): Promise<number> {
  const pids = [pid, ...(await listDescendants(pid)).map((process) => process.pid)];
  const ticks = await Promise.all(pids.map(readTicks));
  return ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK;
}

/** Sends a signal, or with 0 only checks that the process exists. Returns false if it doesn't. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
