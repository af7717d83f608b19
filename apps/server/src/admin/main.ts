import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { accountStore, createAccount } from '../features/accounts/index.ts';
import { AppError } from '../http/app-error.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { connectBeside } from '../platform/database/embedded/index.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { askPassword } from './ask-password.ts';

const HELP = `Usage: npm run admin -- COMMAND

  create NAME     makes an administrator; asks for the password (or reads it from standard input)

It works beside a running server, with the settings that the server has (DATA_DIR, DATABASE_URL …).`;

async function create(username: string): Promise<void> {
  const config = readConfig(process.env);
  const password = await askPassword(`Password for ${username}: `);
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await connectBeside(config.dataDir);
  try {
    await migrateDatabase(database.url);
    const connection = connectDatabase(database.url, { size: 1, onError: () => undefined });
    const made = await createAccount(accountStore(connection.db), { username, password, is_admin: true });
    await connection.close();
    console.log(`Made the administrator ${made.username}.`);
  } finally {
    await database.stop();
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [command, name] = positionals;

if (values.help || command === undefined) {
  console.log(HELP);
} else if (command === 'create' && name) {
  await create(name).catch((error: unknown) => {
    console.error(error instanceof AppError || error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.error(HELP);
  process.exitCode = 2;
}
