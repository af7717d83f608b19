import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createCertificate } from './create-certificate.ts';

export type TlsProxy = {
  url: string;
  /** Hosts of the CONNECT requests. */
  targets: string[];
  /** `Proxy-Authorization` of the last request. */
  authorization: () => string | undefined;
  close: () => Promise<void>;
};

/** Starts a proxy that impersonates every host, over TLS with its own certificate. */
export async function startTlsProxy(listener: RequestListener): Promise<TlsProxy> {
  const tlsServer = createTlsServer(createCertificate('www.youtube.com'), listener);
  const sockets = new Set<Socket>();
  const targets: string[] = [];
  let authorization: string | undefined;
  const proxyServer = createServer((_, response) => response.writeHead(405).end());
  proxyServer.on('connect', (request, socket: Socket) => {
    targets.push(request.url ?? '');
    authorization = request.headers['proxy-authorization'];
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    tlsServer.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxyServer.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxyServer.address() as AddressInfo).port}`,
    targets,
    authorization: () => authorization,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        proxyServer.close(() => done());
        proxyServer.closeAllConnections();
      }),
  };
}
