import { readFileSync } from 'node:fs';

const FOLDER = 'node_modules/';

/** Reads a package-lock.json. `packages`: all installed packages. `direct`: the names of the workspaces' direct dependencies. */
export function readLock(file) {
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
  const packages = entries
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, entry]) => ({
      ...entry,
      path,
      // Only entries of aliases have a name.
      name: entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
    }));
  const direct = entries
    .filter(([path]) => !path.includes(FOLDER))
    .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    );
  return { packages, direct: [...new Set(direct)] };
}
