import { languages } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { clientFor } from '../../testing/client.ts';
import { withServer } from '../../testing/with-server.ts';

const { server } = await withServer();

describe('the language lists', () => {
  it('have codes and names, sorted by name, for anyone', async () => {
    const { languages: pairs } = await clientFor(server.app).call(languages.listLanguages);
    expect(pairs).toContainEqual(['en', 'English']);
    expect(pairs).toContainEqual(['pt-BR', 'Portuguese (Brazil)']);
    expect(pairs.length).toBeGreaterThan(180);
    const names = pairs.map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
  });

  it('have the common languages by default, and all languages on request', async () => {
    const client = clientFor(server.app);
    const common = await client.call(languages.listChoices, { query: { type: 'languages' } });
    const all = await client.call(languages.listChoices, {
      query: { type: 'languages', common_only: 'false' },
    });
    expect(common.languages.length).toBeLessThan(60);
    expect(all.languages.length).toBeGreaterThan(180);
    expect(common.countries).toContainEqual({ code: 'ES', name: 'Spain' });
  });
});
