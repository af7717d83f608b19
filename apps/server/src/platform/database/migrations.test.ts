import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));
const FEATURES = fileURLToPath(new URL('../../features', import.meta.url));

/** Number of the first migration that the rules apply to. Earlier ones had no installations to upgrade. */
const FIRST_CHECKED = 4;

type Rule = { refuses: RegExp; unless?: RegExp; because: string };

/** Comment above a statement that drops what no supported release uses. */
const CONTRACT_COMMENT = /^-- contract: \S/m;
/** Comment above a statement that locks a table that is small in every installation. */
const SMALL_COMMENT = /^-- small: \S/m;

/** Rules of migrations: the previous release runs concurrently with the new one, and after a rollback (docs/operating.md). */
const RULES: Rule[] = [
  { refuses: /\bRENAME\b/i, because: 'the previous release uses the previous name' },
  { refuses: /\bDROP\b/i, unless: CONTRACT_COMMENT, because: 'the previous release may use it' },
  {
    refuses: /\bTRUNCATE\b|\bDELETE\s+FROM\b/i,
    unless: CONTRACT_COMMENT,
    because: 'a rollback can’t restore it',
  },
  {
    refuses: /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i,
    because: 'the table is rewritten under a lock',
  },
  {
    refuses: /\bSET\s+NOT\s+NULL\b/i,
    unless: CONTRACT_COMMENT,
    because: 'the previous release inserts no value',
  },
  {
    refuses: /\bADD\s+COLUMN\b(?!.*\bDEFAULT\b).*\bNOT\s+NULL\b/is,
    because: 'the previous release inserts no value',
  },
  {
    refuses:
      /\bADD\s+COLUMN\b.*(\bGENERATED\b|\bDEFAULT\s+(clock_timestamp|random|gen_random_uuid|nextval)\b)/is,
    because: 'the table is rewritten under a lock',
  },
  {
    refuses: /\bCREATE\s+FUNCTION\b/i,
    because: 'restoring a backup recreates tables but keeps functions: use CREATE OR REPLACE',
  },
  {
    refuses: /\bCONCURRENTLY\b/i,
    because: 'migrations run in a transaction: create the index manually before, and use IF NOT EXISTS here',
  },
];

/** Rules against statements that lock a table while scanning it. They don't apply to new tables. */
const LOCK_RULES: Rule[] = [
  {
    refuses: /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!IF\s+NOT\s+EXISTS|CONCURRENTLY).*?\bON\s+"?(?<table>\w+)/is,
    unless: SMALL_COMMENT,
    because: 'it blocks writes to the table',
  },
  {
    refuses: /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(?<table>\w+)"?\s+ADD\s+CONSTRAINT\b(?!.*\bNOT\s+VALID\b)/is,
    unless: SMALL_COMMENT,
    because: 'it blocks writes while it checks the rows: use NOT VALID, and VALIDATE one release later',
  },
];

const withoutComments = (statement: string) => statement.replace(/--.*$/gm, '');

/** Describes each rule that a migration violates. */
function findViolations(sql: string): string[] {
  const created = new Set([...sql.matchAll(/\bCREATE\s+TABLE\s+"?(\w+)/gi)].map((match) => match[1]));
  return sql.split('--> statement-breakpoint').flatMap((statement) => {
    const code = withoutComments(statement);
    return [...RULES, ...LOCK_RULES].flatMap(({ refuses, unless, because }) => {
      const match = refuses.exec(code);
      const isAllowed = !match || unless?.test(statement) || created.has(match.groups?.table);
      return isAllowed ? [] : [`${match[0].replace(/\s+/g, ' ')}: ${because}`];
    });
  });
}

describe('a migration', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));

  it('doesn’t break the previous release', () => {
    expect(files.length).toBeGreaterThanOrEqual(FIRST_CHECKED);
    const checked = files.filter((file) => Number(file.slice(0, 4)) >= FIRST_CHECKED);
    const violations = checked.map((file) => [
      file,
      findViolations(readFileSync(path.join(FOLDER, file), 'utf8')),
    ]);
    expect(violations).toEqual(checked.map((file) => [file, []]));
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
    '-- small: only valid for locks\nALTER TABLE "users" DROP CONSTRAINT "age";',
    'CREATE TABLE "new" ("id" bigint);--> statement-breakpoint\nCREATE INDEX "i" ON "users" ("id");',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;',
  ])('can’t contain %s', (statement) => {
    expect(findViolations(statement)).toHaveLength(1);
  });

  it.each([
    'ALTER TABLE "users" ADD COLUMN "age" integer;',
    `ALTER TABLE "users" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;`,
    'CREATE INDEX IF NOT EXISTS "users_group" ON "users" USING btree ("group_name");',
    'ALTER TABLE "users" ADD CONSTRAINT "age" CHECK (age > 0) NOT VALID;',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "age";',
    'CREATE TABLE "new" ("id" bigint NOT NULL);--> statement-breakpoint\nCREATE INDEX "i" ON "new" ("id");',
    '-- contract: unused since 1.4\nALTER TABLE "users" DROP COLUMN "email";',
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;',
    '-- small: one row a day\nCREATE INDEX "i" ON "youtube_quota" ("units");',
    'UPDATE "users" SET "group_name" = \'\' WHERE false; -- nothing is dropped',
  ])('can contain %s', (statement) => {
    expect(findViolations(statement)).toEqual([]);
  });
});

describe('all migrations together', () => {
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
