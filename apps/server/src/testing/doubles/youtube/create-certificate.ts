import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes a DER value: https://www.itu.int/rec/T-REC-X.690 */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const set = (...contents: Buffer[]) => der(0x31, ...contents);
const time = (text: string) => der(0x18, Buffer.from(text));
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));

/** Creates a self-signed certificate at run time, so that the repository contains no key. */
export function createCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const certificate = sequence(
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', certificate, privateKey));
  const base64 = sequence(certificate, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
