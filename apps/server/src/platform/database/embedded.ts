import * as embedded from '@sayback/embedded-postgres';

export type EmbeddedDatabase = embedded.EmbeddedDatabase;

const NAME = 'sayback';

/** Adds the settings to change to the package's errors. */
async function namingSettings(opening: Promise<EmbeddedDatabase>): Promise<EmbeddedDatabase> {
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
  namingSettings(embedded.openEmbedded({ ...options, name: NAME }));

/** The same, whether or not a server has the folder open. */
export const connectToRunning = (dataDir: string): Promise<EmbeddedDatabase> =>
  namingSettings(embedded.connectToRunning(dataDir, NAME));
