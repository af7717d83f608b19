// Part of `npm run check`: checks that docs/dependencies.md lists each direct dependency, that the licences of shipped packages
// are permissive (tools may also use MPL and CC-BY), and that each package in the lock file has a checksum. Licences are read
// from the lock file, or from the package if the lock file has none.
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

/** Licences that packages state only in their README. */
const README_LICENCES = new Map([
  ['node_modules/humanize-number', 'MIT'],
  ['node_modules/only', 'MIT'],
]);

const fromRoot = (path) => new URL(`../${path}`, import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(fromRoot(path), 'utf8'));

/** Reads the licence from a package's package.json, also in the older form. */
function readLicence(path) {
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
const rejected = packages.flatMap(({ path, license, version, dev }) => {
  const licence = license ?? (readLicence(path) || README_LICENCES.get(path));
  const allowed = dev ? TOOLS : SHIPPED;
  return isAllowed(licence, allowed) ? [] : [`${path} ${version}: ${licence ?? 'no licence'}`];
});

const documented = readFileSync(fromRoot('docs/dependencies.md'), 'utf8');
const undocumented = direct.filter(
  (name) => !name.startsWith('@sayback/') && !documented.includes(`\`${name}\``),
);

function report(label, names) {
  if (names.length === 0) return;
  console.error(`${label}:\n  ${names.join('\n  ')}`);
  process.exitCode = 1;
}

report("Licences that aren't permitted", rejected);
report(
  'Packages in package-lock.json without `integrity` (delete the lock file and regenerate it)',
  packages.filter(({ integrity }) => !integrity).map(({ path }) => path),
);
report('Dependencies missing from docs/dependencies.md', undocumented);
if (!process.exitCode) console.log(`The licences of ${packages.length} packages are all permitted.`);
