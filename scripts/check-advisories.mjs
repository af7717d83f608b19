// `node scripts/check-advisories.mjs [--online] [--lock FILE] [--list FILE]`: fails if package-lock.json contains a version
// with a known advisory. It compares with scripts/advisories.json, so that `npm run check` needs no network; `npm run audit`
// (--online) asks the registry first, and falls back to the list where the registry has no audit.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { readLock } from './read-lock.mjs';

const AUDIT_MS = 30_000;
const REVIEW_DAYS = 45;

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { values } = parseArgs({
  options: {
    online: { type: 'boolean', default: false },
    lock: { type: 'string', default: fromRoot('package-lock.json') },
    list: { type: 'string', default: fromRoot('scripts/advisories.json') },
  },
});

const { reviewed, exceptions, advisories } = JSON.parse(readFileSync(values.list, 'utf8'));

/** Compares the lock file with the list. */
function checkList() {
  const { packages } = readLock(values.lock);
  return advisories.flatMap((advisory) =>
    packages
      .filter(({ name, version }) => name === advisory.package && isVulnerable(version, advisory.vulnerable))
      .map(({ path, version }) => ({ ...advisory, where: `${path} ${version}` })),
  );
}

const isVulnerable = (version, range) => semver.satisfies(version, range, { includePrerelease: true });

/** Queries the registry. Returns null if it doesn't respond. */
function queryRegistry() {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: fromRoot('.'),
    encoding: 'utf8',
    timeout: AUDIT_MS,
    shell: process.platform === 'win32',
  });
  try {
    return Object.values(JSON.parse(stdout).vulnerabilities).flatMap(({ name, nodes, via }) =>
      via
        // A string is the name of another package in the same advisory.
        .filter((cause) => typeof cause === 'object')
        .map(({ url, title, severity }) => ({
          id: url.split('/').at(-1),
          package: name,
          url,
          title,
          severity,
          where: nodes.join(', '),
        })),
    );
  } catch {
    return null;
  }
}

const isSame = (a, b) => a.id === b.id && a.package === b.package;

function report(label, lines) {
  if (lines.length === 0) return;
  console.error(`${label}:\n  ${lines.join('\n  ')}`);
  process.exitCode = 1;
}

const fromRegistry = values.online ? queryRegistry() : null;
if (values.online && !fromRegistry)
  console.warn('The registry offers no audit: comparing with the local list instead.');
const listed = checkList();
const found = fromRegistry ?? listed;

report(
  'Vulnerable versions in package-lock.json (update them, or add an exception with its reason to scripts/advisories.json)',
  found
    .filter((finding) => !exceptions.some((exception) => isSame(exception, finding)))
    .map(({ id, severity, title, url, where }) => `${where}: ${severity}, ${title} (${id}, ${url})`),
);
report(
  'Exceptions without a reason and a date',
  exceptions.filter(({ reason, date }) => !reason || !date).map(({ id }) => id),
);
report(
  'Obsolete exceptions',
  exceptions
    .filter((exception) => ![...found, ...listed].some((finding) => isSame(finding, exception)))
    .map(({ id }) => id),
);

const age = Math.floor((Date.now() - Date.parse(reviewed)) / 86_400_000);
if (age > REVIEW_DAYS) {
  console.warn(`scripts/advisories.json was reviewed ${age} days ago: see 'Advisories' in CONTRIBUTING.md.`);
}
if (!process.exitCode) {
  const source = fromRegistry ? 'the registry' : `${advisories.length} advisories, reviewed on ${reviewed}`;
  console.log(`No locked version is in an advisory (${source}; ${exceptions.length} exceptions).`);
}
