import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Other ids could break a log or what parses it. */
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
 * Makes the ids of requests: a trusted proxy's `X-Request-Id` if it is short and plain, else a new one. `trustProxy` has
 * the form of Fastify's option.
 */
export function requestIds(trustProxy: boolean | string): (request: IncomingMessage) => string {
  const networks = typeof trustProxy === 'string' ? networksOf(trustProxy) : null;
  const isTrusted = (address: string) =>
    networks ? networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') : trustProxy === true;
  return ({ headers, socket }) => {
    const id = headers['x-request-id'];
    if (typeof id === 'string' && PLAIN.test(id) && isTrusted(socket.remoteAddress ?? '')) return id;
    return randomUUID();
  };
}
