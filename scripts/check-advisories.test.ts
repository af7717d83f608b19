import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { afterAll, describe, expect, it } from 'vitest';

const CHECK = fileURLToPath(new URL('check-advisories.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'sayback-advisories-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ADVISORY = {
  id: 'GHSA-aaaa-bbbb-cccc',
  package: '@planted/parser',
  vulnerable: '<1.2.4 || >=2.0.0 <2.0.1',
  severity: 'high',
  title: 'A planted fault',
  url: 'https://example.com/GHSA-aaaa-bbbb-cccc',
};
const EXCEPTION = {
  id: ADVISORY.id,
  package: ADVISORY.package,
  reason: 'Only tests call it.',
  date: '2026-11-22',
};

/** Checks a lock file with a version of the vulnerable package as an indirect dependency. */
function check(version: string, exceptions: object[] = []) {
  const lock = path.join(folder, 'package-lock.json');
  const list = path.join(folder, 'advisories.json');
  const packages = {
    '': { name: 'root', dependencies: { fine: '1.0.0' } },
    'node_modules/fine': { version: '1.0.0' },
    'node_modules/fine/node_modules/@planted/parser': { version },
  };
  writeFileSync(lock, JSON.stringify({ packages }));
  const reviewed = new Date().toISOString().slice(0, 10);
  writeFileSync(list, JSON.stringify({ reviewed, exceptions, advisories: [ADVISORY] }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, '--lock', lock, '--list', list], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('the advisory check', () => {
  it.each(['1.2.3', '2.0.0', '2.0.1-beta.1'])(
    'fails on the vulnerable version %s, and reports its path',
    (version) => {
      const { status, output } = check(version);
      expect(status).toBe(1);
      expect(output).toContain(
        `node_modules/fine/node_modules/@planted/parser ${version}: high, A planted fault`,
      );
    },
  );

  it.each(['1.2.4', '2.0.1'])('passes the fixed version %s', (version) => {
    expect(check(version).status).toBe(0);
  });

  it('passes a vulnerable version with an exception that gives a reason and a date', () => {
    expect(check('1.2.3', [EXCEPTION]).status).toBe(0);
  });

  it('fails on an exception without a reason', () => {
    const { status, output } = check('1.2.3', [{ ...EXCEPTION, reason: '' }]);
    expect(status).toBe(1);
    expect(output).toContain('without a reason');
  });

  it('fails on an obsolete exception', () => {
    const { status, output } = check('1.2.4', [EXCEPTION]);
    expect(status).toBe(1);
    expect(output).toContain('Obsolete exceptions');
  });
});

describe('the advisory list', () => {
  const { reviewed, advisories } = JSON.parse(
    readFileSync(fileURLToPath(new URL('advisories.json', import.meta.url)), 'utf8'),
  );

  it('has a review date, and each advisory once', () => {
    expect(reviewed).toMatch(/^\d{4}-\d\d-\d\d$/);
    const names = advisories.map(({ id, package: name }: typeof ADVISORY) => `${name} ${id}`);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it.each(advisories as (typeof ADVISORY)[])('has a valid entry for $package $id', (advisory) => {
    expect(advisory.id).toMatch(/^(GHSA(-[2-9cfghjmpqrvwx]{4}){3}|CVE-\d{4}-\d{4,})$/);
    expect(semver.validRange(advisory.vulnerable)).not.toBeNull();
    expect(advisory.severity).toMatch(/^(low|moderate|high|critical|unknown)$/);
    expect(advisory.title).toMatch(/\S/);
    expect(advisory.url).toMatch(/^https:\/\//);
  });
});
