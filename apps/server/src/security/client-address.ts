import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { limitAddress } from './limit-address.ts';

/** Creates a function that returns true for trusted proxies, as Fastify interprets `trustProxy`. */
export function proxyTrust(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const trust = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => trust(address, 0);
}

/** Creates a function that returns the address for limits of a Node request, which has no `ip`. */
export function clientAddress(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const trust = proxyTrust(trustProxy);
  return (request) => limitAddress(proxyAddr(request, trust));
}
