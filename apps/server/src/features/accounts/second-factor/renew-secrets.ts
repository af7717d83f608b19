import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from './secret-box.ts';
import { totp_secrets } from './tables.ts';
import { totpContext } from './totp.ts';

/** Re-encrypts with the current SECRET_KEY, so that the operator can remove the previous one. */
export async function renewSecrets({ db, secretBox }: { db: Database; secretBox: SecretBox }): Promise<void> {
  for (const { user_id, secret } of await db.select().from(totp_secrets)) {
    const renewed = secretBox.renew(secret, totpContext(user_id));
    if (!renewed) continue;
    const isUnchanged = and(eq(totp_secrets.user_id, user_id), eq(totp_secrets.secret, secret));
    await db.update(totp_secrets).set({ secret: renewed }).where(isUnchanged);
  }
}
