import { describe, expect, it } from 'vitest';
import * as contract from './index.ts';
import { endpoints } from './testing/endpoints.ts';

const { buildUrl } = contract;

describe('the contract’s endpoints', () => {
  it('are all tested here', () => {
    expect(endpoints.length).toBeGreaterThan(15);
  });

  it.each(endpoints)('%s has an access level and a valid path', (_, endpoint) => {
    expect(['anyone', 'learner', 'admin']).toContain(endpoint.access);
    expect(endpoint.path).toMatch(/^\/api\/(?:[a-z-]+\/|\{[a-z_]+\}\/)+$/);
  });

  it.each(endpoints)('%s has an id made of its group and name', (name, endpoint) => {
    const [group, ...rest] = endpoint.id.split('.');
    expect(rest).toEqual([name]);
    expect(Object.values(Object.entries(contract).find(([name]) => name === group)?.[1] ?? {})).toContain(
      endpoint,
    );
  });

  it.each(endpoints)('%s has a subject if and only if its path has an id', (_, { subject, path }) => {
    expect(subject !== undefined).toBe(path.includes('{id}'));
  });

  it('have distinct methods and paths', () => {
    const calls = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});

describe('a URL', () => {
  it('contains escaped parameters and the query, without undefined values', () => {
    expect(buildUrl('/api/x/{id}/y/', { id: 'a/b' })).toBe('/api/x/a%2Fb/y/');
    expect(buildUrl('/api/x/', {}, { q: 'a b&c', page: undefined, all: true })).toBe(
      '/api/x/?q=a%20b%26c&all=true',
    );
  });
});
