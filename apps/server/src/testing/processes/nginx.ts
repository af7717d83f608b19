import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureProgram } from './ensure-program.ts';

export const NGINX = '/usr/sbin/nginx';

/** Installs Debian's nginx if necessary. Returns true if it can be run. */
export const ensureNginx = (): Promise<boolean> => ensureProgram(NGINX, 'nginx');

export type Nginx = {
  url: string;
  /** Changes the ports of the servers, as an operator does before stopping one. */
  serve: (servers: readonly number[]) => Promise<void>;
  errors: () => string;
  stop: () => Promise<void>;
};

/** Header with the servers that nginx tried, of which the last one responded. */
export const UPSTREAM_HEADER = 'x-answered-by';
/** Header with the generation of the settings, which increases with each reload. */
const GENERATION = 'x-generation';

/**
 * Builds settings as in docs/scaling.md. nginx repeats a request without a response on the next server only if it is
 * idempotent: GET, PUT, DELETE and, by configuration, saving progress. nginx always repeats a request that no server accepted.
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
    add_header ${UPSTREAM_HEADER} $upstream_addr always;
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

/** Time after which workers with the previous settings have ended. */
const OLD_WORKERS_MS = 300;

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

  async function waitForGeneration(): Promise<void> {
    for (;;) {
      const response = await fetch(`${url}/health/live`, { keepalive: false }).catch(() => null);
      if (response?.headers.get(GENERATION) === String(generation)) return;
      if (process.exitCode !== null) throw new Error(`nginx ended: ${errors}`);
      await sleep(20);
    }
  }

  await waitForGeneration();
  return {
    url,
    errors: () => errors,
    async serve(next) {
      generation += 1;
      await writeFile(file, buildSettings(folder, port, next, generation));
      process.kill('SIGHUP');
      await waitForGeneration();
      await sleep(OLD_WORKERS_MS);
    },
    stop: async () => {
      process.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
