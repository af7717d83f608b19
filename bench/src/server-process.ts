import { readFile } from 'node:fs/promises';

const SERVER = 'apps/server/dist/main.js';

/**
 * Finds the server that a process started, itself or through others (npm, a shell), as listed by Linux. Throws unless there is
 * exactly one.
 */
export async function findServerProcess(ancestor: number): Promise<number> {
  const servers = (await listDescendants(ancestor)).filter(({ args }) => args[1]?.endsWith(SERVER));
  const [server] = servers;
  if (!server || servers.length > 1)
    throw new Error(`${servers.length} servers run under process ${ancestor}`);
  return server.pid;
}

type Process = { pid: number; args: string[] };

async function listDescendants(ancestor: number): Promise<Process[]> {
  const children = await readFile(`/proc/${ancestor}/task/${ancestor}/children`, 'utf8').catch(() => '');
  const processes: Process[] = [];
  for (const pid of children.split(' ').filter(Boolean).map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    processes.push({ pid, args: command.split('\0') }, ...(await listDescendants(pid)));
  }
  return processes;
}
