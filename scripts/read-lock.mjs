import { readFileSync } from 'node:fs';

const AT = 'node_modules/';

/** Reads a package-lock.json: `packages` are those installed, `direct` the names that the workspaces depend on. */
export function readLock(file) {
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
  const packages = entries
    .filter(([path, { link }]) => path.includes(AT) && !link)
    .map(([path, entry]) => ({
      ...entry,
      path,
      // Only an alias has a separate name in the entry.
      name: entry.name ?? path.slice(path.lastIndexOf(AT) + AT.length),
    }));
  const direct = entries
    .filter(([path]) => !path.includes(AT))
    .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    );
  return { packages, direct: [...new Set(direct)] };
}
