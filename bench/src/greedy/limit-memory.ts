import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup/memory';

type MemoryLimit = {
  /** Command prefix that puts a command and its children under the limit. */
  prefix: string[];
  /** Returns the peak memory in bytes, including the file cache. */
  most: () => Promise<number>;
  close: () => Promise<void>;
};

/** Limits the memory of processes by a control group (cgroup v1). Returns null without cgroup v1 or without root. */
export async function limitMemory(bytes: number): Promise<MemoryLimit | null> {
  if (process.getuid?.() !== 0 || !existsSync(path.join(ROOT, 'memory.limit_in_bytes'))) return null;
  const folder = path.join(ROOT, `sayback-bench-${process.pid}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'memory.limit_in_bytes'), String(bytes));
  return {
    prefix: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    most: async () => Number(await readFile(path.join(folder, 'memory.max_usage_in_bytes'), 'utf8')),
    async close() {
      // The group can be removed once its last process has ended.
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const isGone = await rmdir(folder).then(
          () => true,
          () => false,
        );
        if (isGone) return;
        await sleep(200);
      }
    },
  };
}
