import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

export const PUBLIC_YOUTUBE = 'https://www.youtube.com';

/**
 * Creates a filter for URLs that the server may request: those of the configured host or, for the public YouTube, of
 * youtube.com over https. Otherwise YouTube's responses could send this server to any host that it can reach.
 */
export function createUrlFilter(base: URL): (url: URL) => boolean {
  const isPublic = base.origin === PUBLIC_YOUTUBE;
  return (url) => {
    if (url.username !== '' || url.password !== '') return false;
    if (!isPublic) return url.origin === base.origin;
    const isYouTube = url.hostname === 'youtube.com' || url.hostname.endsWith('.youtube.com');
    return isYouTube && url.protocol === 'https:' && url.port === '';
  };
}

// https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for IPv6
const privateAddresses = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv6');
}

/** Returns true for addresses of this machine or its network. */
export const isPrivateAddress = (address: string): boolean =>
  privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Resolves a name, and refuses addresses of the local network. */
export const lookUpPublicHost: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const privateHost = addresses?.find(({ address }) => isPrivateAddress(address));
    const failure =
      error ?? (privateHost && new Error(`${hostname} has the private address ${privateHost.address}`));
    const [first] = addresses ?? [];
    if (failure || !first) done(failure ?? new Error(`${hostname} has no address`), '', 4);
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};
