import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type OwnerOptions = {
  dataDir: string;
  uid?: number;
  /** PATH of the process. */
  path?: string;
  /** Runs in separate namespaces, like a container on this machine: `same network` shares the network, `own network` doesn't. */
  container?: 'same network' | 'own network';
  /** Task to run after opening the folder. */
  task?: 'load' | 'use up descriptors';
};

export type OwnerProcess = { child: ChildProcess; url?: string; refused?: string; kill(): Promise<void> };

const NAMESPACES = ['--pid', '--ipc', '--fork', '--mount-proc', '--kill-child'];

const PROGRAM = `
  import { pbkdf2 } from 'node:crypto';
  import { closeSync, openSync } from 'node:fs';
  import { openEmbedded } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
  const report = (message) => console.log(JSON.stringify(message));

  // Keeps all libuv threads busy and blocks the event loop for 10 seconds at a time.
  function load() {
    const hash = () => pbkdf2('password', 'salt', 5_000_000, 64, 'sha512', hash);
    for (let n = 0; n < 8; n += 1) hash();
    const block = () => {
      const until = Date.now() + 10_000;
      while (Date.now() < until);
      setImmediate(block);
    };
    setImmediate(block);
  }

  // Uses up all descriptors for five seconds, then reports it.
  function useUpDescriptors() {
    const opened = [];
    const openMore = () => {
    try { for (;;) opened.push(openSync('/dev/null')); } catch {}
    };
    const interval = setInterval(openMore, 10);
    setTimeout(() => {
      clearInterval(interval);
      for (const fd of opened) closeSync(fd);
      report({ opened: opened.length });
    }, 5000);
  }

  try {
    const { url } = await openEmbedded({
      dataDir: process.env.TEST_DATA_DIR,
      name: 'owner',
      log: () => undefined,
      // Doesn't sync to disk: a killed process loses nothing, only a power cut would.
      settings: { fsync: 'off' },
      onLost: (lost) => report({ lost }),
    });
    report({ url });
    setInterval(() => undefined, 1000);
    if (process.env.TEST_TASK === 'load') load();
    if (process.env.TEST_TASK === 'use up descriptors') useUpDescriptors();
  } catch (error) {
    report({ refused: error.message });
  }`;

/** Starts a process that keeps the data folder open until it is killed. `refused` is the error if it can't open the folder. */
export async function startOwnerProcess(options: OwnerOptions): Promise<OwnerProcess> {
  const child = spawnOwner(options);
  return { child, ...(await nextLine(child)), kill: () => kill(child) };
}

/** Reads an owner's next message: first `url` or `refused`, later `lost` or `opened`. */
export async function nextLine(child: ChildProcess): Promise<Record<string, string>> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => ['null'])]);
  lines.close();
  const reply = JSON.parse(line) as Record<string, string> | null;
  if (reply === null) throw new Error('the owner process ended without a message');
  return reply;
}

export function spawnOwner({ dataDir, uid, path, container, task }: OwnerOptions): ChildProcess {
  const node = [process.execPath, '--input-type=module', '-e', PROGRAM];
  const network = container === 'own network' ? ['--net'] : [];
  const limit = task === 'use up descriptors' ? ['sh', '-c', 'ulimit -n 300; exec "$0" "$@"'] : [];
  const prefix = container ? ['unshare', ...NAMESPACES, ...network] : [];
  const [command, ...args] = [...prefix, ...limit, ...node];
  return spawn(command as string, args, {
    env: { PATH: path ?? process.env.PATH, TEST_DATA_DIR: dataDir, TEST_TASK: task },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
