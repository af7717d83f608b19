import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '../../platform/database/columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username's unique form: NFKC, case-folded. */
    username_key: text().notNull(),
    /** Argon2id in PHC format; null for accounts that sign in by a provider. */
    password_hash: text(),
    email: text().notNull().default(''),
    /** Time of verification by an emailed link or a provider; null after the address changes. */
    email_verified_at: instant(),
    /** Group of the invitation that the person registered with. */
    group_name: text().notNull().default(''),
    is_admin: boolean().notNull().default(false),
    native_language: text(),
    /** Preferences that differ from the defaults, in the contract's form. */
    preferences: jsonb().notNull().default({}),
    disabled_at: instant(),
    /** Survives the sessions, which have their own. */
    last_used_at: instant(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.username_key),
    index('users_email').on(sql`lower(${table.email})`),
  ],
);

/** Reference to the owner; the row is deleted with the account. */
export const userId = () =>
  int8()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Reference to the creator; null once the account is deleted. */
export const createdBy = () => int8().references(() => users.id, { onDelete: 'set null' });

export const practice_languages = pgTable(
  'practice_languages',
  {
    user_id: userId(),
    language: text().notNull(),
    added_at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.language] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: userId(),
    /** SHA-256 of the refresh token, in base64url: the token itself isn't stored. */
    token_hash: text().notNull(),
    user_agent: text().notNull().default(''),
    created_at: instant().notNull().defaultNow(),
    last_used_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
    /** Last confirmation by a second factor; null for never. */
    second_factor_at: instant(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.token_hash),
    index('sessions_user_id').on(table.user_id),
  ],
);

/** Identity providers' accounts that a user can sign in with. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    user_id: userId(),
    issuer: text().notNull(),
    subject: text().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('identities_issuer_subject').on(table.issuer, table.subject),
    index('identities_user_id').on(table.user_id),
  ],
);

/** Pending sign-ins by a provider. Deleted on the callback, which is therefore accepted once. */
export const login_attempts = pgTable('login_attempts', {
  /** SHA-256 of the state and the browser's cookie; the callback must have both. */
  state_hash: text().primaryKey(),
  nonce: text().notNull(),
  verifier: text().notNull(),
  /** Token of the invitation link that the user came from, if any. */
  invitation: text(),
  expires_at: instant().notNull(),
});

export const password_resets = pgTable(
  'password_resets',
  {
    token_hash: text().primaryKey(),
    user_id: userId(),
    /** Recipient of the email: the link only verifies this address. */
    email: text().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [index('password_resets_user_id').on(table.user_id)],
);

/** Links that verify an address. They only work while signed in to the account. */
export const email_verifications = pgTable(
  'email_verifications',
  {
    token_hash: text().primaryKey(),
    user_id: userId(),
    email: text().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [index('email_verifications_user_id').on(table.user_id)],
);

export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    token_hash: text().notNull(),
    group_name: text().notNull(),
    uses_left: integer().notNull(),
    expires_at: instant().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('invitations_token_hash').on(table.token_hash)],
);

/** Administrators' commands. Entries survive the administrator's account. */
export const audit_log = pgTable('audit_log', {
  id: id(),
  at: instant().notNull().defaultNow(),
  username: text().notNull(),
  /** An `AuditEvent` of the contract; empty in entries of releases that had none. */
  event: text().notNull().default(''),
  action: text().notNull(),
  summary: text().notNull(),
  target: text().notNull(),
  /** The command's subject and input, in the contract's form; `{}` if unknown. */
  details: jsonb().notNull().default({}),
});

/** The table format of rate-limiter-flexible. */
export const rate_limits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: int8(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
