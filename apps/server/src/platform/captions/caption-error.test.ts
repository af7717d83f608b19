import { describe, expect, it } from 'vitest';
import { CAPTION_ERROR_KINDS, CaptionError, canTryAnotherSource, readReason } from './caption-error.ts';

describe('caption errors', () => {
  it('have distinct messages with advice', () => {
    const messages = CAPTION_ERROR_KINDS.map((kind) => new CaptionError(kind).message);
    expect(new Set(messages).size).toBe(CAPTION_ERROR_KINDS.length);
    for (const message of messages) {
      expect(message).toMatch(
        /(Reject|choose|Set|Try|try|Upload|upload|Update|Check|Install|Scan|Add|Raise)[^.]*/,
      );
      expect(message).toMatch(/\.$/);
    }
  });

  it.each([
    ['not-found', 'not_found'],
    ['private', 'conflict'],
    ['bot-blocked', 'unavailable'],
    ['rate-limited', 'too_many'],
    ['time-out', 'gateway_timeout'],
    ['unreachable', 'bad_gateway'],
    ['not-installed', 'unavailable'],
  ] as const)('%s is a %s', (kind, code) => expect(new CaptionError(kind).code).toBe(code));

  it('lead to another source only if it might succeed', () => {
    const kinds = CAPTION_ERROR_KINDS.filter((kind) => canTryAnotherSource(new CaptionError(kind)));
    expect(kinds.sort()).toEqual([
      'bad-payload',
      'empty-body',
      'not-installed',
      'po-token-required',
      'too-large',
      'upstream-changed',
    ]);
  });
});

describe('readReason', () => {
  it.each([
    ["Sign in to confirm you're not a bot. This helps protect our community.", 'bot-blocked'],
    ['Private video. Sign in if you have been granted access to this video', 'private'],
    ['Join this channel to get access to members-only content like this video', 'private'],
    ['Sign in to confirm your age. This video may be inappropriate for some users.', 'age-restricted'],
    ['Video unavailable. The uploader has not made this video available in your country', 'region-blocked'],
    ['This video is not available in your country', 'region-blocked'],
    ['Video unavailable. This video has been removed by the uploader', 'not-found'],
    ['This video is no longer available because the account has been terminated', 'not-found'],
    ['unable to download video data: HTTP Error 429: Too Many Requests', 'rate-limited'],
    ['<urlopen error [Errno 111] Connection refused>', 'unreachable'],
    ['The read operation timed out', 'time-out'],
    ['An unknown reason', null],
  ])('maps %s to %s', (reason, kind) => expect(readReason(reason)).toBe(kind));
});
