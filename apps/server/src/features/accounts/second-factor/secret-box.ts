import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts stored secrets. `context` binds a secret to its owner: with another context it can't be decrypted. */
export type SecretBox = {
  encrypt: (plain: string, context: string) => string;
  /** Returns null if no key fits. */
  decrypt: (encrypted: string, context: string) => string | null;
  /** Re-encrypts with the current key. Returns null if the secret already uses it, or no key fits. */
  renew: (encrypted: string, context: string) => string | null;
};

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. The first key encrypts; the others belong to previous secrets. */
export function secretBox(keys: readonly [Uint8Array, ...Uint8Array[]]): SecretBox {
  function decryptWith(key: Uint8Array, bytes: Buffer, context: string): string | null {
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
    const encrypted = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return encrypted.toString('base64url');
  }

  function decrypt(encrypted: string, context: string): { plain: string; key: Uint8Array } | null {
    const bytes = Buffer.from(encrypted, 'base64url');
    for (const key of keys) {
      const plain = decryptWith(key, bytes, context);
      if (plain !== null) return { plain, key };
    }
    return null;
  }

  return {
    encrypt,
    decrypt: (encrypted, context) => decrypt(encrypted, context)?.plain ?? null,
    renew(encrypted, context) {
      const decrypted = decrypt(encrypted, context);
      return decrypted && decrypted.key !== keys[0] ? encrypt(decrypted.plain, context) : null;
    },
  };
}
