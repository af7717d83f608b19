import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';
import { endpoints } from './testing/endpoints.ts';

const { buildUrl } = contract;

describe('the contract’s endpoints', () => {
  it('are found by this test', () => {
    expect(endpoints.length).toBeGreaterThan(15);
  });

  it.each(endpoints)('%s declares its access and a path in the right form', (_, declared) => {
    expect(['anyone', 'learner', 'admin']).toContain(declared.access);
    expect(declared.path).toMatch(/^\/api\/(?:[a-z-]+\/|\{[a-z_]+\}\/)+$/);
  });

  it.each(endpoints)('%s has the id of its group and name', (name, declared) => {
    const [group, ...rest] = declared.id.split('.');
    expect(rest).toEqual([name]);
    expect(Object.values(Object.entries(contract).find(([name]) => name === group)?.[1] ?? {})).toContain(
      declared,
    );
  });

  it.each(endpoints)('%s names its subject exactly if its path has an id', (_, { subject, path }) => {
    expect(subject !== undefined).toBe(path.includes('{id}'));
  });

  it('are declared once each', () => {
    const calls = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('a URL', () => {
  it('contains its parameters and query escaped, without undefined ones', () => {
    expect(buildUrl('/api/x/{id}/y/', { id: 'a/b' })).toBe('/api/x/a%2Fb/y/');
    expect(buildUrl('/api/x/', {}, { q: 'a b&c', page: undefined, all: true })).toBe(
      '/api/x/?q=a%20b%26c&all=true',
    );
  });
});
