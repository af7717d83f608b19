import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const plainHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

function authorization(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const words = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}

function askProxy(proxy: URL, options: RequestOptions): ClientRequest {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const port = proxy.port || (proxy.protocol === 'https:' ? 443 : 80);
  return request({ host: plainHost(proxy), port, agent: false, ...options });
}

function openTunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const authority = `${target.hostname}:${target.port || 443}`;
    const asked = askProxy(proxy, {
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      signal,
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      response.resume();
      reject(new Error(`the proxy answered ${response.statusCode} instead of connecting`));
    });
    asked.on('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy refused to connect (${response.statusCode})`));
    });
    asked.end();
  });
}

/** Sends a request straight to its host or through a proxy (http or https), and answers its response's beginning. */
export async function sendRequest(
  url: URL,
  proxy: URL | null,
  options: RequestOptions & { signal: AbortSignal },
  body: string | undefined,
): Promise<IncomingMessage> {
  const isTunnelled = proxy !== null && url.protocol === 'https:';
  const tunnel = isTunnelled ? await openTunnel(proxy, url, options.signal) : null;
  // It must be listened to from the moment it is made: an aborted signal ends it before anything else runs.
  return new Promise((resolve, reject) => {
    const request = buildRequest(url, proxy, tunnel, options);
    request.on('response', resolve).on('error', reject);
    request.end(body);
  });
}

function buildRequest(
  url: URL,
  proxy: URL | null,
  tunnel: Socket | null,
  options: RequestOptions,
): ClientRequest {
  if (tunnel !== null) {
    const socket = connectTls({ socket: tunnel, servername: plainHost(url) });
    // With an agent, even none (`false`), Node would connect by itself; without one it takes port 80 for the usual one.
    return requestHttps(url, { ...options, defaultPort: 443, createConnection: () => socket });
  }
  if (proxy !== null) {
    const headers = { ...options.headers, host: url.host, ...authorization(proxy) };
    return askProxy(proxy, { ...options, path: url.href, headers, lookup: undefined });
  }
  return (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { agent: false, ...options });
}
