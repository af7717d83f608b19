import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { accounts } from '@sayback/contract';

/** Encodes the subset of CBOR that passkeys use: small numbers, byte strings, texts, maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    if (size < 256) return Buffer.from([(major << 5) | 24, size]);
    return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as number)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Creates a software security key for the web app at `publicUrl`: ES256, attestation "none". */
export function createAuthenticator(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;

  const clientData = (type: string, challenge: string, clientOrigin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: clientOrigin, crossOrigin: false }));
  const authenticatorData = (flags: number, extension: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(hostname), Buffer.from([flags]), count, extension]);
  };
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;

  return {
    id,

    create(challenge: string, clientOrigin = origin): accounts.NewPasskey {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const size = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, key]);
      const authData = authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, clientOrigin)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['usb'],
        },
      };
    },

    /** Signs a challenge. `uses` is added to the signature counter. */
    answer(challenge: string, { clientOrigin = origin, uses = 1 } = {}): accounts.PasskeyAnswer {
      counter += uses;
      const data = clientData('webauthn.get', challenge, clientOrigin);
      const authData = authenticatorData(USER_PRESENT | USER_VERIFIED);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
}
