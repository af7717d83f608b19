// Part of `npm run check`: each direct dependency is accounted for in docs/dependencies.md, and what is shipped must be
// permissive; MPL and CC-BY are welcome in tools. Reads the lock file, which names the licence of each package, and the
// package itself where it names none. Each package in the lock file must carry the checksum of what was reviewed.
import { readFileSync } from 'node:fs';
import satisfies from 'spdx-satisfies';
import { readLock } from './read-lock.mjs';

const SHIPPED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];
const TOOLS = [...SHIPPED, 'MPL-2.0', 'CC-BY-3.0'];

/** Packages that only state it in their read-me. */
const SAID_ELSEWHERE = new Map([
  ['node_modules/humanize-number', 'MIT'],
  ['node_modules/only', 'MIT'],
]);

const fromRoot = (path) => new URL(`../${path}`, import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(fromRoot(path), 'utf8'));

/** Licence in a package's own package.json, also in the older form. */
function ownLicence(path) {
  try {
    const { license, licenses } = readJson(`${path}/package.json`);
    return (
      license ??
      [licenses]
        .flat()
        .map((license) => license?.type ?? license)
        .join(' OR ')
    );
  } catch {
    return undefined;
  }
}

function isAllowed(licence, allowed) {
  try {
    return satisfies(licence, allowed);
  } catch {
    // Not a valid SPDX expression.
    return false;
  }
}

const { packages, direct } = readLock(fromRoot('package-lock.json'));
const refused = packages.flatMap(({ path, license, version, dev }) => {
  const licence = license ?? (ownLicence(path) || SAID_ELSEWHERE.get(path));
  const allowed = dev ? TOOLS : SHIPPED;
  return isAllowed(licence, allowed) ? [] : [`${path} ${version}: ${licence ?? 'no licence'}`];
});

const account = readFileSync(fromRoot('docs/dependencies.md'), 'utf8');
const unaccounted = direct.filter(
  (name) => !name.startsWith('@sayback/') && !account.includes(`\`${name}\``),
);

function complain(label, names) {
  if (names.length === 0) return;
  console.error(`${label}:\n  ${names.join('\n  ')}`);
  process.exitCode = 1;
}

complain("Licences that aren't permitted", refused);
complain(
  'Packages in package-lock.json without `integrity` (delete the lock file and regenerate it)',
  packages.filter(({ integrity }) => !integrity).map(({ path }) => path),
);
complain('Dependencies missing from docs/dependencies.md', unaccounted);
if (!process.exitCode) console.log(`The licences of ${packages.length} packages are all permitted.`);
