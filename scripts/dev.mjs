// Runs the server from its source, restarted on changes, and the web app with hot reload.
import { spawn } from 'node:child_process';

const port = process.env.PORT ?? '3000';
const web = 'http://localhost:5173';
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', '--conditions=source', 'apps/server/src/main.ts'], {
    stdio: 'inherit',
    env: { PUBLIC_URL: web, LOG_LEVEL: 'warn', ...process.env, PORT: port },
  }),
  spawn('vite', ['apps/web'], {
    stdio: 'inherit',
    env: { ...process.env, SAYBACK_SERVER: `http://127.0.0.1:${port}` },
  }),
];

function stop(status) {
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = status;
}

for (const child of children) child.on('exit', (status) => stop(status ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));
