// Builds the product when that hasn't been done: `npm start` and `npm run admin` work right after `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = ['../apps/server/dist/main.js', '../apps/web/dist/index.html'];
if (!built.every((file) => existsSync(fileURLToPath(new URL(file, import.meta.url))))) {
  const { status } = spawnSync('npm', ['run', 'build'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: true,
  });
  process.exitCode = status ?? 1;
}
