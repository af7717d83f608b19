import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '../../../platform/database/columns.ts';
import { userId } from '../tables.ts';

export const totp_secrets = pgTable('totp_secrets', {
  user_id: userId().primaryKey(),
  /** Encrypted with the installation's secret (secret-box.ts). */
  secret: text().notNull(),
  /** Null until a code confirms it; an unconfirmed secret isn't a second factor. */
  confirmed_at: instant(),
  /** Time step of the last accepted code, so that no code is accepted twice. */
  last_step: int8(),
});

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    user_id: userId(),
    name: text().notNull(),
    /** Base64url, as in the browser. */
    credential_id: text().notNull(),
    /** The COSE key in base64url. */
    public_key_cose: text().notNull(),
    /** The authenticator's counter; 0 if it has none. */
    counter: int8().notNull(),
    transports: text().array().notNull(),
    created_at: instant().notNull().defaultNow(),
    last_used_at: instant(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id').on(table.credential_id),
    index('passkeys_user_id').on(table.user_id),
  ],
);

export const recovery_codes = pgTable(
  'recovery_codes',
  { user_id: userId(), code_hash: text().notNull() },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Pending challenges: to answer with a second factor, or to register a passkey. */
export const second_factor_tickets = pgTable(
  'second_factor_tickets',
  {
    token_hash: text().primaryKey(),
    user_id: userId(),
    purpose: text({ enum: ['login', 'confirm', 'register'] }).notNull(),
    /** SHA-256 of the verified password hash: changing the password invalidates the ticket. */
    password_digest: text().notNull(),
    /** The challenge that a passkey signs; null once answered. */
    challenge: text(),
    expires_at: instant().notNull(),
  },
  (table) => [index('second_factor_tickets_user_id').on(table.user_id)],
);
