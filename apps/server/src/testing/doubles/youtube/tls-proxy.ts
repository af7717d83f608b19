import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from './self-signed.ts';

export type TlsProxy = {
  url: string;
  /** Hosts of the CONNECT requests. */
  targets: string[];
  /** `Proxy-Authorization` of the last request. */
  authorization: () => string | undefined;
  close: () => Promise<void>;
};

/** A proxy that responds for every host itself, over TLS with its own certificate. */
export async function startTlsProxy(listener: RequestListener): Promise<TlsProxy> {
  const inside = createTlsServer(selfSigned('www.youtube.com'), listener);
  const sockets = new Set<Socket>();
  const targets: string[] = [];
  let authorization: string | undefined;
  const outside = createServer((_, response) => response.writeHead(405).end());
  outside.on('connect', (request, socket: Socket) => {
    targets.push(request.url ?? '');
    authorization = request.headers['proxy-authorization'];
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    inside.emit('connection', socket);
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(outside.address() as AddressInfo).port}`,
    targets,
    authorization: () => authorization,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        outside.close(() => done());
        outside.closeAllConnections();
      }),
  };
}
