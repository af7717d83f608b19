import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts secrets that have to be read again. `context` binds a secret to its owner: elsewhere it can't be decrypted. */
export type SecretBox = {
  encrypt: (plain: string, context: string) => string;
  /** Null if no key fits. */
  open: (sealed: string, context: string) => string | null;
  /** Re-encrypts with the current key. Null if it already uses it, or no key fits. */
  renew: (sealed: string, context: string) => string | null;
};

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. The first key encrypts; the others belong to previous secrets. */
export function secretBox(keys: readonly [Uint8Array, ...Uint8Array[]]): SecretBox {
  function openWith(key: Uint8Array, bytes: Buffer, context: string): string | null {
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const plain = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      return Buffer.concat([plain, decipher.final()]).toString();
    } catch {
      return null;
    }
  }

  function encrypt(plain: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, keys[0], iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  function open(sealed: string, context: string): { plain: string; key: Uint8Array } | null {
    const bytes = Buffer.from(sealed, 'base64url');
    for (const key of keys) {
      const plain = openWith(key, bytes, context);
      if (plain !== null) return { plain, key };
    }
    return null;
  }

  return {
    encrypt,
    open: (sealed, context) => open(sealed, context)?.plain ?? null,
    renew(sealed, context) {
      const opened = open(sealed, context);
      return opened && opened.key !== keys[0] ? encrypt(opened.plain, context) : null;
    },
  };
}
