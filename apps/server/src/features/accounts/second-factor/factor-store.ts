import { accounts, ROWS } from '@sayback/contract';
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { changesAny, type Database, firstRow } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { sessions, users } from '../tables.ts';
import { passkeys, recovery_codes, second_factor_tickets, totp_secrets } from './tables.ts';

export type Passkey = typeof passkeys.$inferSelect;
export type Ticket = typeof second_factor_tickets.$inferSelect;

/** SQL condition that the account has a second factor. Recovery codes alone don't count. */
export const hasSecondFactor = (userId: PgColumn | number): SQL<boolean> => sql<boolean>`(
  exists (select from ${totp_secrets}
    where ${totp_secrets.user_id} = ${userId} and ${totp_secrets.confirmed_at} is not null)
  or exists (select from ${passkeys} where ${passkeys.user_id} = ${userId}))`;

/** Describes a user's second factors, without their secrets. */
export async function describeFactors(db: Database, userId: number) {
  const factors = factorStore(db);
  const totp = await factors.findTotp(userId);
  const keys = await factors.listPasskeys(userId);
  return {
    totp_added_at: totp?.confirmed_at ?? null,
    passkeys: keys.map(({ name, created_at, last_used_at }) => ({ name, created_at, last_used_at })),
    recovery_codes_left: await factors.countRecoveryCodes(userId),
  };
}

/** Second factors, recovery codes, and pending tickets. */
export function factorStore(db: Database) {
  const isLive = (tokenHash: string, purpose: Ticket['purpose']) =>
    and(
      eq(second_factor_tickets.token_hash, tokenHash),
      eq(second_factor_tickets.purpose, purpose),
      gt(second_factor_tickets.expires_at, sql`now()`),
    );

  return {
    findTotp: (userId: number) =>
      firstRow(db.select().from(totp_secrets).where(eq(totp_secrets.user_id, userId))),

    /** Replaces an unconfirmed secret. Returns false if a confirmed one exists. */
    putTotp: (userId: number, secret: string): Promise<boolean> =>
      changesAny(
        db
          .insert(totp_secrets)
          .values({ user_id: userId, secret })
          .onConflictDoUpdate({
            target: totp_secrets.user_id,
            set: { secret, last_step: null },
            setWhere: isNull(totp_secrets.confirmed_at),
          }),
      ),

    /** Consumes a code. Returns false if that step or a later one was used before, or `secret` isn't the current one. */
    useStep: (userId: number, secret: string, step: number): Promise<boolean> =>
      changesAny(
        db
          .update(totp_secrets)
          .set({ last_step: step, confirmed_at: sql`coalesce(${totp_secrets.confirmed_at}, now())` })
          .where(
            and(
              eq(totp_secrets.user_id, userId),
              eq(totp_secrets.secret, secret),
              or(isNull(totp_secrets.last_step), lt(totp_secrets.last_step, step)),
            ),
          ),
      ),

    async removeTotp(userId: number): Promise<boolean> {
      const removed = await db
        .delete(totp_secrets)
        .where(eq(totp_secrets.user_id, userId))
        .returning({ confirmed_at: totp_secrets.confirmed_at });
      return removed.some(({ confirmed_at }) => confirmed_at !== null);
    },

    listPasskeys: (userId: number): Promise<Passkey[]> =>
      db.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.id)),

    /** Returns null if the passkey already exists. */
    addPasskey: (passkey: typeof passkeys.$inferInsert): Promise<Passkey | null> =>
      withRowLimit(
        db,
        ROWS.passkeys,
        { table: passkeys, where: eq(passkeys.user_id, passkey.user_id), key: passkey.user_id },
        (transaction) =>
          firstRow(transaction.insert(passkeys).values(passkey).onConflictDoNothing().returning()),
      ),

    renamePasskey: (userId: number, id: number, name: string): Promise<Passkey | null> =>
      firstRow(
        db
          .update(passkeys)
          .set({ name })
          .where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id)))
          .returning(),
      ),

    async usePasskey(id: number, counter: number): Promise<void> {
      await db.update(passkeys).set({ counter, last_used_at: sql`now()` }).where(eq(passkeys.id, id));
    },

    removePasskey: (userId: number, id: number): Promise<boolean> =>
      changesAny(db.delete(passkeys).where(and(eq(passkeys.user_id, userId), eq(passkeys.id, id)))),

    async hasFactor(userId: number): Promise<boolean> {
      const [row] = await db
        .select({ hasFactor: hasSecondFactor(userId) })
        .from(users)
        .where(eq(users.id, userId));
      return row?.hasFactor ?? false;
    },

    countRecoveryCodes: (userId: number): Promise<number> =>
      db.$count(recovery_codes, eq(recovery_codes.user_id, userId)),

    async replaceRecoveryCodes(userId: number, hashes: string[]): Promise<void> {
      await db.delete(recovery_codes).where(eq(recovery_codes.user_id, userId));
      if (hashes.length === 0) return;
      await db.insert(recovery_codes).values(hashes.map((code_hash) => ({ user_id: userId, code_hash })));
    },

    useRecoveryCode: (userId: number, codeHash: string): Promise<boolean> =>
      changesAny(
        db
          .delete(recovery_codes)
          .where(and(eq(recovery_codes.user_id, userId), eq(recovery_codes.code_hash, codeHash))),
      ),

    async addTicket(ticket: typeof second_factor_tickets.$inferInsert): Promise<void> {
      await db.delete(second_factor_tickets).where(lt(second_factor_tickets.expires_at, sql`now()`));
      await db.insert(second_factor_tickets).values(ticket);
      const older = db
        .select({ token_hash: second_factor_tickets.token_hash })
        .from(second_factor_tickets)
        .where(eq(second_factor_tickets.user_id, ticket.user_id))
        .orderBy(desc(second_factor_tickets.expires_at))
        .offset(accounts.LIVE_TICKETS.max);
      await db.delete(second_factor_tickets).where(inArray(second_factor_tickets.token_hash, older));
    },

    findTicket: (tokenHash: string, purpose: Ticket['purpose']): Promise<Ticket | null> =>
      firstRow(db.select().from(second_factor_tickets).where(isLive(tokenHash, purpose))),

    /** Locks the row until the transaction ends. */
    lockTicket: (tokenHash: string, purpose: Ticket['purpose']): Promise<Ticket | null> =>
      firstRow(db.select().from(second_factor_tickets).where(isLive(tokenHash, purpose)).for('update')),

    async setChallenge(tokenHash: string, challenge: string | null): Promise<void> {
      await db
        .update(second_factor_tickets)
        .set({ challenge })
        .where(eq(second_factor_tickets.token_hash, tokenHash));
    },

    async removeTicket(tokenHash: string): Promise<void> {
      await db.delete(second_factor_tickets).where(eq(second_factor_tickets.token_hash, tokenHash));
    },

    async removeTickets(userId: number): Promise<void> {
      await db.delete(second_factor_tickets).where(eq(second_factor_tickets.user_id, userId));
    },

    /** Returns the session's last confirmation by a second factor. */
    async findConfirmation(sessionId: number): Promise<Date | null> {
      const [row] = await db
        .select({ at: sessions.second_factor_at })
        .from(sessions)
        .where(eq(sessions.id, sessionId));
      return row?.at ?? null;
    },

    async confirmSession(sessionId: number): Promise<void> {
      await db.update(sessions).set({ second_factor_at: sql`now()` }).where(eq(sessions.id, sessionId));
    },

    /** Resets the sessions' confirmations, after the last second factor was removed. */
    async unconfirmSessions(userId: number): Promise<void> {
      await db.update(sessions).set({ second_factor_at: null }).where(eq(sessions.user_id, userId));
    },
  };
}

export type FactorStore = ReturnType<typeof factorStore>;
