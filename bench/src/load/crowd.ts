import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CrowdOrder, Departure, LearnerPosition, Second } from './crowd-messages.ts';

const PROGRAM = fileURLToPath(new URL('./crowd-process.ts', import.meta.url));

export type Crowd = {
  /** Stops the learners, and returns their positions. */
  leave: () => Promise<LearnerPosition[]>;
  /** Kills the process. */
  end: () => void;
};

/** Starts many learners in a separate process. Calls `onSecond` with the events of each second. */
export function startCrowd(order: CrowdOrder, onSecond: (second: Second) => void): Crowd {
  // The child uses this process's TypeScript loader.
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const departed = new Promise<LearnerPosition[]>((resolve, reject) => {
    child.on('message', (message: Second | Departure) => {
      if (message.kind === 'second') onSecond(message);
      else resolve(message.positions);
    });
    child.on('exit', (status) => reject(new Error(`a crowd ended unexpectedly with ${status}`)));
  });
  departed.catch(() => undefined);
  child.send(order);
  return {
    leave: () => {
      child.send('leave');
      return departed;
    },
    end: () => child.kill('SIGKILL'),
  };
}
