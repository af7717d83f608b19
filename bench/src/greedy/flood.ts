import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloodOrder, FloodOutcome } from './flood-process.ts';

const FLOOD = fileURLToPath(new URL('./flood-process.ts', import.meta.url));

/** Sends floods from a separate process, so that they don't slow down the measurements. */
export function startFlooder() {
  const child = fork(FLOOD, { execArgv: ['--conditions=source'] });
  const kill = () => void child.kill();
  process.on('exit', kill);
  return {
    async flood(order: FloodOrder): Promise<FloodOutcome> {
      const outcome = once(child, 'message');
      child.send(order);
      const [received] = await outcome;
      return received as FloodOutcome;
    },
    stop(): void {
      process.off('exit', kill);
      kill();
    },
  };
}
