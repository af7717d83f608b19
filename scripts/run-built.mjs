// `node scripts/run-built.mjs [--rebuild] FILE ARGUMENT...`: builds everything if necessary, then runs FILE in this process.
// Replaces npm's `pre` scripts, which .npmrc's ignore-scripts disables.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const PARENT_CHECK_MS = 500;
const BUILT = ['../apps/server/dist/main.js', '../apps/cli/dist/main.js', '../apps/web/dist/index.html'];

/** Stops with the parent process. npm sends SIGTERM only to its shell, which doesn't forward it to this process. */
function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

const [node, , ...args] = process.argv;
const rebuild = args[0] === '--rebuild';
const [file, ...rest] = rebuild ? args.slice(1) : args;

let status = 0;
if (rebuild || !BUILT.every((built) => existsSync(fileURLToPath(new URL(built, import.meta.url))))) {
  ({ status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'inherit', 'inherit'], shell: true }));
}
if (status === 0) {
  const unwatch = stopWithParent();
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)));
  const target = resolve(file);
  process.argv = [node, target, ...rest];
  await import(pathToFileURL(target).href);
  // Ctrl-C also ends npm's shell. Another SIGTERM would make the stopping server exit at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, unwatch);
} else {
  process.exitCode = status ?? 1;
}
