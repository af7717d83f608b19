import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { limitAddress } from './limit-address.ts';

/** Returns true for a trusted proxy, as Fastify interprets `trustProxy`. */
export function proxyTrust(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const trust = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => trust(address, 0);
}

/** Returns the address for limits of a request of Node's own, which has no `ip` yet. */
export function clientAddress(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const trust = proxyTrust(trustProxy);
  return (request) => limitAddress(proxyAddr(request, trust));
}
