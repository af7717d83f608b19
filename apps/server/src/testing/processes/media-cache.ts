import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { eventually } from '../eventually.ts';
import { NGINX } from './nginx.ts';

const RULES = fileURLToPath(new URL('../../../../../deploy/media-cache.nginx.conf', import.meta.url));

const canConnect = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()));
    socket.on('error', reject);
  });

/** Starts a real nginx with deploy/media-cache.nginx.conf in front of a store, without TLS. */
export async function startMediaCache(store: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-cache-'));
  const port = await getPort();
  const rules = (await readFile(RULES, 'utf8'))
    .replace('/var/cache/nginx/media', path.join(folder, 'media'))
    .replaceAll('s3.example.org:3900', new URL(store).host)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ *ssl_.*$/gm, '');
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid ${folder}/nginx.pid; error_log stderr error; events { worker_connections 256; }
    http { access_log off; ${temporaryPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} ${rules} }`,
  );
  const nginx = spawn(NGINX, ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => nginx.on('close', resolve));
  await eventually(() => canConnect(port));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
