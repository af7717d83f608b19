import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CrowdOrder, Departure, LearnerPlace, Second } from './crowd-messages.ts';

const PROGRAM = fileURLToPath(new URL('./crowd-process.ts', import.meta.url));

export type Crowd = {
  /** Sends them home and returns where they were. */
  leave: () => Promise<LearnerPlace[]>;
  /** Ends the process whatever it does. */
  end: () => void;
};

/** Many learners in a process of their own. `onSecond` hears every second what happened. */
export function startCrowd(order: CrowdOrder, onSecond: (second: Second) => void): Crowd {
  // The loader that this process runs by is its too.
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const departed = new Promise<LearnerPlace[]>((resolve, reject) => {
    child.on('message', (message: Second | Departure) => {
      if (message.kind === 'second') onSecond(message);
      else resolve(message.places);
    });
    child.on('exit', (status) => reject(new Error(`a crowd ended by itself with ${status}`)));
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
