import { readFileSync } from 'node:fs';

const AT = 'node_modules/';

/** Reads a package-lock.json: `packages` is what is installed, `direct` the names that the workspaces ask for. */
export function readLock(file) {
  const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
  const packages = entries
    .filter(([path, { link }]) => path.includes(AT) && !link)
    .map(([path, entry]) => ({
      ...entry,
      path,
      // Only an alias has a name of its own in the entry.
      name: entry.name ?? path.slice(path.lastIndexOf(AT) + AT.length),
    }));
  const direct = entries
    .filter(([path]) => !path.includes(AT))
    .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    );
  return { packages, direct: [...new Set(direct)] };
}
