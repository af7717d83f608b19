import { execFileSync } from 'node:child_process';
import type { Node } from '../../../deploy/cluster/rehearse.ts';
import type { SmallDisks } from '../faults/support/small-disks.ts';
import type { TcpProxy } from '../faults/support/tcp-proxy.ts';
import { sendSignal } from '../processes.ts';

export type FaultParts = { node: Node; toEtcd: TcpProxy; disks: SmallDisks | null };

/** Breaks a node; the returned function repairs it. */
type NodeFault = (parts: FaultParts) => Promise<() => Promise<void>>;

type Process = { pid: number; parent: number; command: string };

function listProcesses(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return { pid, parent, command: line };
  });
}

/** Lists the pids of the node's postmaster and its child processes; empty while PostgreSQL is down. */
function listPostgres({ dataDir }: Node): number[] {
  const processes = listProcesses();
  const postmaster = processes.find(
    ({ command }) => /\/postgres -D /.test(command) && command.includes(dataDir),
  );
  if (!postmaster) return [];
  return [
    postmaster.pid,
    ...processes.filter(({ parent }) => parent === postmaster.pid).map(({ pid }) => pid),
  ];
}

const signalAll = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids) sendSignal(pid, signal);
};

/** Faults by name, in the order in which the seed draws them. */
export const NODE_FAULTS: Record<string, NodeFault> = {
  'PostgreSQL killed': async ({ node }) => {
    signalAll(listPostgres(node), 'SIGKILL');
    return async () => undefined;
  },
  'node killed': async ({ node }) => {
    node.patroni().kill('SIGKILL');
    signalAll(listPostgres(node), 'SIGKILL');
    return async () => node.start();
  },
  'node frozen': async ({ node }) => {
    const pids = [node.patroni().pid ?? 0, ...listPostgres(node)];
    signalAll(pids, 'SIGSTOP');
    return async () => signalAll(pids, 'SIGCONT');
  },
  'cut from etcd': async ({ toEtcd }) => {
    await toEtcd.close();
    return () => toEtcd.open();
  },
  'disk full': async ({ node, disks }) => {
    disks?.fill(node.name);
    return async () => disks?.makeRoom(node.name);
  },
};
