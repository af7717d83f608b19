import { createHash } from 'node:crypto';

/** Identifies a version's text: SHA-256, base64url. */
export const contentDigest = (content: string): string =>
  createHash('sha256').update(content).digest('base64url');
