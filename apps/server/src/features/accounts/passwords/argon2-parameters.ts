import type { Algorithm } from '@node-rs/argon2';

/** Argon2id with 64 MiB and three passes, as RFC 9106 recommends second; some 50 ms on a 2026 laptop (bench/). */
export const PARAMETERS = {
  algorithm: 2 satisfies Algorithm,
  memoryCost: 65_536,
  timeCost: 3,
  parallelism: 1,
};

const { memoryCost, timeCost, parallelism } = PARAMETERS;

/** The PHC prefix of every hash that has these parameters. */
export const HASH_START = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
