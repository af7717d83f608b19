import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const instant = () => timestamp({ withTimezone: true });

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username in the form in which it is unique: NFKC, without regard to case. */
    username_key: text().notNull(),
    /** Argon2id, in the PHC form. */
    password_hash: text(),
    email: text().notNull().default(''),
    is_admin: boolean().notNull().default(false),
    native_language: text(),
    /** What differs from the defaults, in the contract's form. */
    preferences: jsonb().notNull().default({}),
    disabled_at: instant(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_username_key').on(table.username_key)],
);

export const practice_languages = pgTable(
  'practice_languages',
  {
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    language: text().notNull(),
    added_at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.language] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    user_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the refresh token, in base64url: the token itself is nowhere kept. */
    token_hash: text().notNull(),
    user_agent: text().notNull().default(''),
    created_at: instant().notNull().defaultNow(),
    last_used_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.token_hash),
    index('sessions_user_id').on(table.user_id),
  ],
);
