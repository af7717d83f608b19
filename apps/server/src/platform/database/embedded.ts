import * as embedded from '@sayback/embedded-postgres';

export type EmbeddedDatabase = embedded.EmbeddedDatabase;

const NAME = 'sayback';

/** Adds the names of settings to the package's errors. */
async function addSettingsToErrors(opening: Promise<EmbeddedDatabase>): Promise<EmbeddedDatabase> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof Error) {
      error.message += ' (DATA_DIR sets the data folder, DATABASE_URL a PostgreSQL server of your own.)';
    }
    throw error;
  }
}

export const openEmbedded = (options: Omit<embedded.EmbeddedOptions, 'name'>): Promise<EmbeddedDatabase> =>
  addSettingsToErrors(embedded.openEmbedded({ ...options, name: NAME }));

/** Opens the folder's database even if a server has it open. */
export const connectToRunning = (dataDir: string): Promise<EmbeddedDatabase> =>
  addSettingsToErrors(embedded.connectToRunning(dataDir, NAME));
