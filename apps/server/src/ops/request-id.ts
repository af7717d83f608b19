import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Longer or stranger ones could break a log or whatever reads it. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** Names of networks that Fastify's `trustProxy` knows. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function networksOf(trusted: string): BlockList {
  const list = new BlockList();
  for (const name of trusted.split(',').map((part) => part.trim())) {
    for (const network of NAMED[name] ?? [name]) {
      const [address = '', bits] = network.split('/');
      if (!isIP(address)) continue;
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    }
  }
  return list;
}

/**
 * Makes the ids of requests: what a trusted proxy says in `X-Request-Id`, where that is short and plain, else a new one.
 * Whom to trust is said as for the addresses of clients.
 */
export function requestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const networks = typeof trustProxy === 'string' ? networksOf(trustProxy) : null;
  const isTrusted = (address: string) =>
    networks ? networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') : trustProxy === true;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && PLAIN.test(given) && isTrusted(socket.remoteAddress ?? '')) return given;
    return randomUUID();
  };
}
