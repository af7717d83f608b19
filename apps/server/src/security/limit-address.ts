import { isIPv6 } from 'node:net';

/** Some proxies append the port to the address in X-Forwarded-For: `203.0.113.5:51034`, `[2001:db8::1]:51034`. */
function stripPort(ip: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(ip) ?? [];
  return v6 ?? v4 ?? ip;
}

function getParts(ip: string): number[] {
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? [];
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((part) => Number.parseInt(part, 16));
}

/** Returns the first `bits` of an IPv6 address in hexadecimal. */
export function ipv6Network(ip: string, bits: number): string {
  const parts = getParts(stripPort(ip)).slice(0, Math.ceil(bits / 16));
  const mask = (0xffff << (-bits & 15)) & 0xffff;
  return parts.map((part, at) => (at === parts.length - 1 ? part & mask : part).toString(16)).join(':');
}

/** Returns the address that limits count: for IPv6 the first 64 bits, since a household has all addresses with them. */
export function limitAddress(forwarded: string): string {
  const ip = stripPort(forwarded);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1] as string;
  return isIPv6(ip) ? ipv6Network(ip, 64) : ip;
}
