import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      secretKey: null,
      registration: 'open',
    });
  });

  it('takes an empty setting as an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });

  it('names every wrong setting', () => {
    const read = () => readConfig({ PORT: 'many', REGISTRATION: 'maybe', PUBLIC_URL: 'sayback.org' });
    expect(read).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*REGISTRATION/);
  });

  it('names what is half given', () => {
    expect(() => readConfig({ ADMIN_USERNAME: 'root' })).toThrow(
      /ADMIN_PASSWORD: must be given together with ADMIN_USERNAME/,
    );
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/x' })).toThrow(/SECRET_KEY: must be given/);
  });
});
