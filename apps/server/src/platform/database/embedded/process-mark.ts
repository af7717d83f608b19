import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * What tells one process from every other, also after its pid was given to somebody else: when it started, and
 * the place in which its pid means anything (this boot of this machine, and this container).
 */
export type ProcessMark = { pid: number; started: string; place: string };

export type Life = 'running' | 'gone' | 'cannot tell';

const linux = process.platform === 'linux';

/** Marks a running process; null if there is none of that pid (a zombie counts as none). */
export async function markProcess(pid: number): Promise<ProcessMark | null> {
  const started = await startOf(pid);
  return started === null ? null : { pid, started, place: await thisPlace() };
}

/** `cannot tell`: the process belongs to another machine, boot or container, or the system hides start times. */
export async function lifeOf(mark: ProcessMark): Promise<Life> {
  if (mark.place !== (await thisPlace())) return 'cannot tell';
  const started = await startOf(mark.pid);
  if (started === null) return 'gone';
  if (started === '') return 'cannot tell';
  return started === mark.started ? 'running' : 'gone';
}

/** Cheap enough to be asked every few milliseconds; for a process of this place. */
export async function hasEnded(mark: ProcessMark): Promise<boolean> {
  if (linux) return (await startOf(mark.pid)) !== mark.started;
  return !answersSignal(mark.pid);
}

/** Null: no such process. Empty: it runs, but the system doesn't say since when. */
async function startOf(pid: number): Promise<string | null> {
  if (linux) return startFromProc(pid);
  if (!answersSignal(pid)) return null;
  if (process.platform === 'win32') return '';
  return startFromPs(pid);
}

async function startFromProc(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // proc_pid_stat(5): the second field, the program's name, may hold spaces and brackets. After it come the
  // state (field 3) and, as field 22, the start in clock ticks since boot.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  return fields[19] ?? null;
}

function startFromPs(pid: number): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    execFile('ps', ['-o', 'lstart=', '-p', String(pid)], { env }, (_error, stdout) => {
      resolve(stdout.trim() || null);
    });
  });
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

let place: string | undefined;

async function thisPlace(): Promise<string> {
  if (place === undefined) {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
    place = linux ? `${boot.trim()} ${namespace}` : hostname();
  }
  return place;
}
