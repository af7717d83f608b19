import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));
const FEATURES = fileURLToPath(new URL('../../features', import.meta.url));

/** Index of the first migration that the rules apply to: before it there were no installations to upgrade. */
const FIRST_RULED = 4;

type Rule = { refuses: RegExp; unless?: RegExp; because: string };

/** Comment above a statement that drops something unused by all supported releases. */
const CONTRACTS = /^-- contract: \S/m;
/** Comment above a statement that locks a table which is small in every installation. */
const IS_SMALL = /^-- small: \S/m;

/** The previous release runs beside the new one, and after a rollback. docs/operating.md describes the consequences. */
const RULES: Rule[] = [
  { refuses: /\bRENAME\b/i, because: 'the former release asks by the former name' },
  { refuses: /\bDROP\b/i, unless: CONTRACTS, because: 'the former release may use it' },
  { refuses: /\bTRUNCATE\b|\bDELETE\s+FROM\b/i, unless: CONTRACTS, because: 'a step back loses it' },
  {
    refuses: /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
    because: 'the table is rewritten under a lock',
  },
  {
    refuses: /\bSET\s+NOT\s+NULL\b/i,
    unless: CONTRACTS,
    because: 'the former release doesn’t know that it must give a value',
  },
  {
    refuses: /\bADD\s+COLUMN\b(?!.*\bDEFAULT\b).*\bNOT\s+NULL\b/is,
    because: 'the former release doesn’t know that it must give a value',
  },
  {
    refuses:
      /\bADD\s+COLUMN\b.*(\bGENERATED\b|\bDEFAULT\s+(clock_timestamp|random|gen_random_uuid|nextval)\b)/is,
    because: 'the table is rewritten under a lock',
  },
  {
    refuses: /\bCREATE\s+FUNCTION\b/i,
    because: 'restoring a backup recreates tables, and functions stay: CREATE OR REPLACE',
  },
  {
    refuses: /\bCONCURRENTLY\b/i,
    because: 'migrations run in a transaction: make the index by hand before, and here IF NOT EXISTS',
  },
];

/** Statements that lock a table while scanning it; harmless on a new table. */
const ON_TABLES: Rule[] = [
  {
    refuses: /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!IF\s+NOT\s+EXISTS|CONCURRENTLY).*?\bON\s+"?(?<table>\w+)/is,
    unless: IS_SMALL,
    because: 'nobody writes the table meanwhile',
  },
  {
    refuses: /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(?<table>\w+)"?\s+ADD\s+CONSTRAINT\b(?!.*\bNOT\s+VALID\b)/is,
    unless: IS_SMALL,
    because: 'nobody writes the table while its rows are looked at: NOT VALID, and VALIDATE a release later',
  },
];

const withoutComments = (statement: string) => statement.replace(/--.*$/gm, '');

/** Returns the rules that a migration breaks, one sentence each. */
function getFaults(sql: string): string[] {
  const created = new Set([...sql.matchAll(/\bCREATE\s+TABLE\s+"?(\w+)/gi)].map((match) => match[1]));
  return sql.split('--> statement-breakpoint').flatMap((statement) => {
    const code = withoutComments(statement);
    return [...RULES, ...ON_TABLES].flatMap(({ refuses, unless, because }) => {
      const match = refuses.exec(code);
      const isAllowed = !match || unless?.test(statement) || created.has(match.groups?.table);
      return isAllowed ? [] : [`${match[0].replace(/\s+/g, ' ')}: ${because}`];
    });
  });
}

describe('a migration', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));

  it('keeps the previous release working', () => {
    expect(files.length).toBeGreaterThanOrEqual(FIRST_RULED);
    const ruled = files.filter((file) => Number(file.slice(0, 4)) >= FIRST_RULED);
    const faults = ruled.map((file) => [file, getFaults(readFileSync(path.join(FOLDER, file), 'utf8'))]);
    expect(faults).toEqual(ruled.map((file) => [file, []]));
  });

  it.each([
    'ALTER TABLE "users" RENAME COLUMN "email" TO "mail";',
    'ALTER TABLE "users" RENAME TO "people";',
    'ALTER TABLE "users" DROP COLUMN "email";',
    'DROP TABLE "users";',
    'DROP INDEX "users_email";',
    'DELETE FROM "users";',
    'ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE varchar(20);',
    'ALTER TABLE "users" ALTER COLUMN "email" TYPE varchar(20);',
    'ALTER TABLE "users" ALTER COLUMN "email" SET NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "age" uuid DEFAULT gen_random_uuid();',
    'ALTER TABLE "users" ADD COLUMN "age" text GENERATED ALWAYS AS (lower(email)) STORED;',
    'CREATE INDEX "users_group" ON "users" USING btree ("group_name");',
    'CREATE UNIQUE INDEX "users_group" ON "users" USING btree ("group_name");',
    'CREATE INDEX CONCURRENTLY "users_group" ON "users" ("group_name");',
    'ALTER TABLE "users" ADD CONSTRAINT "age" CHECK (age > 0);',
    '-- small: but it is not a constraint that is dropped\nALTER TABLE "users" DROP CONSTRAINT "age";',
    'CREATE TABLE "new" ("id" bigint);--> statement-breakpoint\nCREATE INDEX "i" ON "users" ("id");',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;',
  ])('may not %s', (statement) => {
    expect(getFaults(statement)).toHaveLength(1);
  });

  it.each([
    'ALTER TABLE "users" ADD COLUMN "age" integer;',
    `ALTER TABLE "users" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;`,
    'CREATE INDEX IF NOT EXISTS "users_group" ON "users" USING btree ("group_name");',
    'ALTER TABLE "users" ADD CONSTRAINT "age" CHECK (age > 0) NOT VALID;',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "age";',
    'CREATE TABLE "new" ("id" bigint NOT NULL);--> statement-breakpoint\nCREATE INDEX "i" ON "new" ("id");',
    '-- contract: nobody has used it since 1.4\nALTER TABLE "users" DROP COLUMN "email";',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;',
    '-- small: one row a day\nCREATE INDEX "i" ON "youtube_quota" ("units");',
    'UPDATE "users" SET "group_name" = \'\' WHERE false; -- nothing is dropped',
  ])('may %s', (statement) => {
    expect(getFaults(statement)).toEqual([]);
  });
});

describe('the migrations', () => {
  it('create the tables that the features declare', async () => {
    const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' });
    const tables = files.filter((file) => path.basename(file) === 'tables.ts');
    const modules = await Promise.all(
      tables.map((file) => import(pathToFileURL(path.join(FEATURES, file)).href)),
    );
    const declared = generateDrizzleJson(Object.assign({}, ...modules));
    expect(Object.keys(declared.tables).length).toBeGreaterThan(20);

    const snapshots = readdirSync(path.join(FOLDER, 'meta')).filter((file) => /^\d.*\.json$/.test(file));
    const last = snapshots.sort().at(-1) ?? '';
    const migrated = JSON.parse(readFileSync(path.join(FOLDER, 'meta', last), 'utf8'));
    expect(await generateMigration(migrated, declared)).toEqual([]);
  });
});
