import { execFile } from 'node:child_process';
import { readFile, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { identifyProcess, type ProcessIdentity } from './process-identity.ts';

/** Fields of `postmaster.pid`, from a running or crashed postmaster. A port of 0 or an empty status hasn't been written yet. */
export type PostmasterFile = {
  pid: number;
  port: number;
  status: 'starting' | 'ready' | 'stopping' | 'standby' | '';
};

/** Reads postmaster.pid: pid, folder, start time, port, socket folder, address, shared memory, status. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '') as PostmasterFile['status'] };
}

/**
 * Returns the process with this pid if it is the postmaster of this folder, otherwise null. After a crash, the pid may belong to
 * another program or to another folder's PostgreSQL, which must not receive signals.
 */
export async function identifyPostmaster(pid: number, data: string): Promise<ProcessIdentity | null> {
  const identity = await identifyProcess(pid);
  if (identity === null) return null;
  return (await isPostmaster(pid, data)) ? identity : null;
}

async function isPostmaster(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const isMatch = await hasProgramAndFolder(pid, data);
    if (isMatch !== null) return isMatch;
  }
  return namesProgramAndFolder(await readCommandLine(pid), data);
}

/**
 * Returns true if the process is a PostgreSQL of this folder; null without permission to check, such as for root in a container
 * that can't trace other users' processes.
 */
async function hasProgramAndFolder(pid: number, data: string): Promise<boolean | null> {
  try {
    // A postmaster's working directory is its data folder. Comparing inodes works even after the folder was moved.
    const [program, workingFolder, folder] = await Promise.all([
      readlink(`/proc/${pid}/exe`),
      stat(`/proc/${pid}/cwd/`),
      stat(data),
    ]);
    // After an update of the npm package, the name is 'postgres (deleted)'.
    return (
      /^postgres\b/.test(basename(program)) &&
      workingFolder.dev === folder.dev &&
      workingFolder.ino === folder.ino
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') return null;
    if (code === 'ENOENT' || code === 'ESRCH') return false;
    throw error;
  }
}

function namesProgramAndFolder(commandLine: string, data: string): boolean {
  return /postgres(\.exe)?["']?\s/.test(commandLine) && commandLine.includes(data);
}

async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.replaceAll('\0', ' ');
  }
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  const [program, args] =
    process.platform === 'win32'
      ? ['powershell', ['-NoProfile', '-NonInteractive', '-Command', query]]
      : ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]];
  return new Promise((resolve) => {
    execFile(program as string, args as string[], { windowsHide: true }, (_error, stdout) => resolve(stdout));
  });
}
