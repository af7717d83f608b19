import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import parseRange from 'range-parser';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';

export type LocalMediaUrl = { url: string; close: () => void; throwIfReadFailed: () => void };

/**
 * Serves a stored object to a program on this machine until closed. A pipe isn't enough, since an MP4's index can be at its
 * end, and the object can be too large to copy. `throwIfReadFailed` throws an error of the store, which looks like the end of
 * the file to the program.
 */
export async function serveMediaLocally(storage: Storage, key: string): Promise<LocalMediaUrl> {
  // Other users of this machine can reach the port, so the path is secret.
  const path = `/${randomBytes(32).toString('base64url')}`;
  let failure: StorageUnavailable | null = null;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const size = request.url === path ? await storage.size(key) : null;
    if (size === null) return void response.writeHead(404).end();
    const ranges = parseRange(size, request.headers.range ?? '');
    if (ranges === -1) return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    const range = ranges === -2 ? undefined : ranges[0];
    const headers = {
      'accept-ranges': 'bytes',
      'content-length': range ? range.end - range.start + 1 : size,
    };
    if (range) {
      response.writeHead(206, { ...headers, 'content-range': `bytes ${range.start}-${range.end}/${size}` });
    } else response.writeHead(200, headers);
    await pipeline(await storage.read(key, range), response);
  }

  const server = createServer((request, response) => {
    // Ignore the disconnection of a program that has read enough.
    serve(request, response).catch((error: unknown) => {
      if (error instanceof StorageUnavailable) failure = error;
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
    throwIfReadFailed: () => {
      if (failure) throw failure;
    },
  };
}
