// Runs in worker threads. The synchronous calls keep argon2 off libuv's threads, which serve files.
import { hashSync, verifySync } from '@node-rs/argon2';
import { PARAMETERS } from './argon2-parameters.ts';

export const hash = (password: string): string => hashSync(password, PARAMETERS);

export const verify = ({ password, passwordHash }: { password: string; passwordHash: string }): boolean =>
  verifySync(passwordHash, password);
