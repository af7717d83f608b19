import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessTokens } from './tokens.ts';

const MINUTE_MS = 60_000;

describe('an access token', () => {
  it('expires after 15 minutes, even if it was cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const tokens = accessTokens([randomBytes(32)]);
    const token = await tokens.sign({ user_id: 1, session_id: 7 });
    expect(await tokens.read(token)).toMatchObject({ session_id: 7 });
    vi.advanceTimersByTime(15 * MINUTE_MS - 1000);
    expect(await tokens.read(token)).toMatchObject({ session_id: 7 });
    vi.advanceTimersByTime(1000);
    expect(await tokens.read(token)).toBeNull();
  });

  it('is refused if it was modified, even if the valid one is cached', async () => {
    const tokens = accessTokens([randomBytes(32)]);
    const token = await tokens.sign({ user_id: 1, session_id: 7 });
    await tokens.read(token);
    const [head, , signature] = token.split('.');
    const claims = Buffer.from(JSON.stringify({ sid: 8, sub: '1', exp: 9_999_999_999 })).toString(
      'base64url',
    );
    expect(await tokens.read(`${head}.${claims}.${signature}`)).toBeNull();
  });
});
