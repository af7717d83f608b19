import type { Algorithm } from '@node-rs/argon2';

/** Argon2id with 64 MiB and three passes, RFC 9106's second recommendation; about 50 ms on a 2026 laptop (bench/). */
export const PARAMETERS = {
  algorithm: 2 satisfies Algorithm,
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
};

const { memoryCost, timeCost, parallelism } = PARAMETERS;

/** Prefix, in PHC format, of hashes with these parameters. */
export const HASH_PREFIX = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
