import type { accounts } from '@sayback/contract';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { FactorStore, Passkey } from './factor-store.ts';

/** Loads the library on first use, so that servers without passkeys don't. */
const loadLibrary = () => import('@simplewebauthn/server');

const describeCredential = ({ credential_id, transports }: Passkey) => ({ id: credential_id, transports });

export type NewCredential = Pick<
  Parameters<FactorStore['addPasskey']>[0],
  'credential_id' | 'public_key_cose' | 'counter' | 'transports'
>;

export function passkeyCeremonies(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false };

  return {
    async loginOptions(passkeys: Passkey[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const { generateAuthenticationOptions } = await loadLibrary();
      return generateAuthenticationOptions({
        rpID: hostname,
        allowCredentials: passkeys.map(describeCredential),
        userVerification: 'preferred',
      });
    },

    /** Verifies a login. Returns the passkey's new counter; null if the response doesn't match passkey, challenge and origin. */
    async verify(
      passkey: Passkey,
      challenge: string,
      answer: accounts.PasskeyAnswer,
    ): Promise<number | null> {
      const { verifyAuthenticationResponse } = await loadLibrary();
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
          expectedChallenge: challenge,
          credential: {
            id: passkey.credential_id,
            publicKey: new Uint8Array(Buffer.from(passkey.public_key_cose, 'base64url')),
            counter: passkey.counter,
          },
        });
        return verified ? authenticationInfo.newCounter : null;
      } catch {
        // The library throws for malformed input.
        return null;
      }
    },

    async creationOptions(user: { id: number; username: string }, passkeys: Passkey[]) {
      const { generateRegistrationOptions } = await loadLibrary();
      return generateRegistrationOptions({
        rpName: 'Sayback',
        rpID: hostname,
        userName: user.username,
        userID: new TextEncoder().encode(String(user.id)),
        attestationType: 'none',
        excludeCredentials: passkeys.map(describeCredential),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
    },

    /** Verifies a new passkey. Returns null if it doesn't match challenge and origin. */
    async verifyRegistration(challenge: string, created: accounts.NewPasskey): Promise<NewCredential | null> {
      const { verifyRegistrationResponse } = await loadLibrary();
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: created as Parameters<typeof verifyRegistrationResponse>[0]['response'],
          expectedChallenge: challenge,
        });
        if (!verified) return null;
        const { id, publicKey, counter, transports } = registrationInfo.credential;
        return {
          credential_id: id,
          public_key_cose: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: transports ?? [],
        };
      } catch {
        return null;
      }
    },
  };
}
