import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureProgram } from './ensure-program.ts';

export const NGINX = '/usr/sbin/nginx';

/** Returns true if Debian's nginx can be run here. */
export const ensureNginx = (): Promise<boolean> => ensureProgram(NGINX, 'nginx');

export type Nginx = {
  url: string;
  /** Sends all further requests to the servers on these ports, like an operator before one is stopped. */
  serve: (servers: readonly number[]) => Promise<void>;
  errors: () => string;
  stop: () => Promise<void>;
};

/** Header with the server that responded, after those that were tried before it. */
export const ANSWERED_BY = 'x-answered-by';
/** Counts the reloads of the settings. */
const GENERATION = 'x-generation';

/**
 * Configured as in docs/scaling.md. A request without a response goes to the next server if repeating it is harmless: nginx
 * assumes that for GET, PUT and DELETE, and is configured so for saving progress. A request that wasn't accepted goes to the
 * next one in any case.
 */
const buildSettings = (folder: string, port: number, servers: readonly number[], generation: number) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream sayback {
    ${servers.map((server) => `server 127.0.0.1:${server} max_fails=3 fail_timeout=5s;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 5s;
    proxy_next_upstream error timeout;
    add_header ${ANSWERED_BY} $upstream_addr always;
    add_header ${GENERATION} ${generation} always;
    location / {
      proxy_pass http://sayback;
    }
    location = /api/videos/progress/save/ {
      proxy_next_upstream error timeout non_idempotent;
      proxy_pass http://sayback;
    }
    location ~ ^/api/videos/[0-9]+/media/?$ {
      proxy_request_buffering off;
      proxy_pass http://sayback;
    }
  }
}
`;

/** Time limit for workers with the previous settings to end. */
const HANDOVER_MS = 300;

/** Starts a real nginx in its own folder, in front of servers on these local ports. */
export async function startNginx(port: number, servers: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-nginx-'));
  const file = path.join(folder, 'nginx.conf');
  const url = `http://127.0.0.1:${port}`;
  let generation = 1;
  await writeFile(file, buildSettings(folder, port, servers, generation));
  const process = spawn(NGINX, ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  process.stderr.on('data', (text) => (errors += text));
  const ended = new Promise<void>((resolve) => process.on('close', () => resolve()));

  async function untilInForce(): Promise<void> {
    for (;;) {
      const response = await fetch(`${url}/health/live`, { keepalive: false }).catch(() => null);
      if (response?.headers.get(GENERATION) === String(generation)) return;
      if (process.exitCode !== null) throw new Error(`nginx ended: ${errors}`);
      await sleep(20);
    }
  }

  await untilInForce();
  return {
    url,
    errors: () => errors,
    async serve(next) {
      generation += 1;
      await writeFile(file, buildSettings(folder, port, next, generation));
      process.kill('SIGHUP');
      await untilInForce();
      await sleep(HANDOVER_MS);
    },
    stop: async () => {
      process.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
