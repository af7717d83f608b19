import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the kernel's own clock (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

async function listChildren(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

/** A process and all of its descendants. */
async function listFamily(pid: number): Promise<number[]> {
  const below = await Promise.all((await listChildren(pid)).map(listFamily));
  return [pid, ...below.flat()];
}

/** Its own time in user and system mode, and that of ended children, in ticks. */
async function readTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return 0;
  // The name, in brackets, may contain anything, so count the fields after it, starting with the state, the third of proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrenUser, childrenSystem] = [14, 15, 16, 17].map((n) => Number(fields[n - 3]));
  return (user ?? 0) + (system ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0);
}

/** The processor time of a process and its descendants so far, in milliseconds; exact to 10. */
export async function readProcessorTime(pid: number): Promise<number> {
  const ticks = await Promise.all((await listFamily(pid)).map(readTicks));
  return ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK;
}
