import type { accounts } from '@sayback/contract';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { FactorStore, Passkey } from './factor-store.ts';

/** Loaded with the first passkey, so that a server without any doesn't load it. */
const load = () => import('@simplewebauthn/server');

const getKnown = ({ credential_id, transports }: Passkey) => ({ id: credential_id, transports });

export type NewCredential = Pick<
  Parameters<FactorStore['addPasskey']>[0],
  'credential_id' | 'public_key_cose' | 'counter' | 'transports'
>;

export function passkeyCeremonies(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false };

  return {
    async loginOptions(passkeys: Passkey[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({
        rpID: hostname,
        allowCredentials: passkeys.map(getKnown),
        userVerification: 'preferred',
      });
    },

    /** Returns the passkey's new count; null if the response doesn't match this passkey, challenge and origin. */
    async verify(
      passkey: Passkey,
      challenge: string,
      answer: accounts.PasskeyAnswer,
    ): Promise<number | null> {
      const { verifyAuthenticationResponse } = await load();
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
        // It throws for any malformed input.
        return null;
      }
    },

    async creationOptions(user: { id: number; username: string }, passkeys: Passkey[]) {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName: 'Sayback',
        rpID: hostname,
        userName: user.username,
        userID: new TextEncoder().encode(String(user.id)),
        attestationType: 'none',
        excludeCredentials: passkeys.map(getKnown),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
    },

    /** Verifies a new passkey; null if it doesn't match this challenge and origin. */
    async read(challenge: string, created: accounts.NewPasskey): Promise<NewCredential | null> {
      const { verifyRegistrationResponse } = await load();
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
