import '../require-node.ts';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import {
  type AuditedCommand,
  accountStore,
  auditStore,
  createAccount,
  hashPassword,
  queueResetMail,
  removeAllFactors,
  userAdmin,
} from '../features/accounts/index.ts';
import { toInterfaceLanguage } from '../messages/request-language.ts';
import { createConnection, type Database } from '../platform/database/database.ts';
import { connectToRunning } from '../platform/database/embedded.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { RetryingPool } from '../platform/database/pool.ts';
import { type Jobs, openJobs } from '../platform/jobs/jobs.ts';
import { runBackup } from './backup.ts';
import { promptPassword, promptYes } from './prompt.ts';
import { runRestore } from './restore.ts';

const HELP = `Usage: npm run admin -- COMMAND

  create NAME       creates an administrator; asks for the password (or reads it from standard input)
  promote NAME      makes a user an administrator
  demote NAME       removes the administrator role, except from the last administrator
  disable NAME      blocks the account and ends its sessions
  enable NAME       unblocks the account
  send-reset NAME   emails a link to choose a new password (the running server sends it)
  reset-second-factor NAME
                    removes the account's authenticator app, passkeys and recovery codes
  list [TEXT]       lists accounts
  backup FILE       saves the whole installation, even while a server is running (.tar.gz and .tgz compress; - is standard output)
  restore FILE      restores a backup into an empty installation, which no server may be running on
                    (--replace: replaces an installation after asking; --yes: without asking)

The commands can be used while a server is running, and need its settings (DATA_DIR, DATABASE_URL …).`;

type Installation = { db: Database; jobs: Jobs };

/** Runs work on the database, after starting the embedded one if no server is running. */
async function withDatabase<Result>(work: (installation: Installation) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await connectToRunning(config.dataDir);
  try {
    await migrateDatabase(database.url);
    const { db, pool, close } = createConnection(
      new RetryingPool(database.url, { size: 2, onError: () => undefined }),
    );
    pool.stopWaiting();
    try {
      return await work({ db, jobs: openJobs({ url: database.url, db, pool, onError: () => undefined }) });
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

async function findUser(db: Database, name: string) {
  const user = await accountStore(db).findByUsername(name);
  if (!user) throw new Error(`There is no user ${name}.`);
  return user;
}

const change =
  (changes: { is_admin?: boolean; is_disabled?: boolean }) =>
  async ({ db }: Installation, name: string) => {
    const { id, username } = await findUser(db, name);
    await userAdmin(db).change(id, changes);
    return `Changed ${username}.`;
  };

type Command = Exclude<AuditedCommand, 'backup' | 'restore'> | 'list';

const COMMANDS: Record<Command, (installation: Installation, name: string) => Promise<string>> = {
  async create({ db }, name) {
    const password = await promptPassword(`Password for ${name}: `);
    const { username } = await createAccount(
      accountStore(db),
      { username: name, password, is_admin: true },
      hashPassword,
    );
    return `Created the administrator ${username}.`;
  },
  promote: change({ is_admin: true }),
  demote: change({ is_admin: false }),
  disable: change({ is_disabled: true }),
  enable: change({ is_disabled: false }),
  async 'send-reset'({ db, jobs }, name) {
    const { id, username, native_language } = await findUser(db, name);
    await queueResetMail({ db, jobs }, [id], toInterfaceLanguage(native_language) ?? 'en');
    return `The running server will email ${username} a link.`;
  },
  async 'reset-second-factor'({ db, jobs }, name) {
    const { id, username } = await findUser(db, name);
    const hadFactors = await removeAllFactors({ db, jobs }, id, 'reset');
    return hadFactors
      ? `${username} now signs in with only the password.`
      : `${username} has no second factor.`;
  },
  async list({ db }, text) {
    const users = await userAdmin(db).page(text || undefined, 0, 1000);
    return users
      .map((user) => [
        user.username,
        user.is_admin && 'administrator',
        user.is_disabled && 'disabled',
        user.email,
      ])
      .map((columns) => columns.filter(Boolean).join('\t'))
      .join('\n');
  },
};

const isCommand = (text: string): text is Command => Object.hasOwn(COMMANDS, text);

async function runAccountCommand(command: string, name: string): Promise<string> {
  if (!isCommand(command) || (!name && command !== 'list')) throw new Error(HELP);
  const run = COMMANDS[command];
  return withDatabase(async (installation) => {
    const done = await run(installation, name);
    if (command !== 'list') await auditStore(installation.db).addCommand(command, name);
    return done;
  });
}

/** Creates a signal that aborts on the first Ctrl-C. The second one ends the process. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Logs progress to standard error, because standard output may be the archive. */
const createWatch = () => ({ log: (line: string) => console.error(line), signal: createStopSignal() });

async function backup(file: string): Promise<void> {
  if (!file) throw new Error(HELP);
  process.exitCode = await runBackup(readConfig(process.env), file, createWatch());
}

async function restore(file: string, options: { replace?: boolean; yes?: boolean }): Promise<void> {
  if (!file) throw new Error(HELP);
  const confirm = (existing: string) => promptYes(`This installation has ${existing}. Replace all of it?`);
  const confirmReplace = options.yes ? async () => true : confirm;
  await runRestore(readConfig(process.env), file, {
    ...createWatch(),
    confirmReplace: options.replace ? confirmReplace : null,
  });
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    replace: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
});
const [command, name = ''] = positionals;

async function run(): Promise<void> {
  if (values.help || command === undefined) console.log(HELP);
  else if (command === 'backup') await backup(name);
  else if (command === 'restore') await restore(name, values);
  else console.log(await runAccountCommand(command, name));
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
