import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

export async function addMigration(folder: string, tag: string, sql: string): Promise<void> {
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const entry = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1000, tag };
  await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  await writeFile(path.join(folder, `${tag}.sql`), sql);
}

export type Release = {
  main: string;
  addMigration: (tag: string, sql: string) => Promise<void>;
  /** Replaces a text in a source file. Throws if it is missing. */
  change: (file: string, from: string, to: string) => Promise<void>;
  remove: () => Promise<void>;
};

/** Copies the server and its migrations, to turn the copy into a later release. */
export async function copyRelease(): Promise<Release> {
  const root = await mkdtemp(path.join(tmpdir(), 'sayback-release-'));
  const folder = path.join(root, 'server');
  for (const part of ['src', 'migrations', 'package.json']) {
    await cp(path.join(SERVER, part), path.join(folder, part), { recursive: true });
  }
  await symlink(MODULES, path.join(root, 'node_modules'));
  // Packages that are only installed for the server. The link dangles if there are none.
  await symlink(path.join(SERVER, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    main: path.join(folder, 'src/main.ts'),
    addMigration: (tag, sql) => addMigration(path.join(folder, 'migrations'), tag, sql),
    async change(file, from, to) {
      const target = path.join(folder, 'src', file);
      const text = await readFile(target, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ‘${from}’`);
      await writeFile(target, text.replace(from, to));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
