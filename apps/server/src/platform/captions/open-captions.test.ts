import { readVtt } from '@sayback/subtitles';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  FAULTS,
  startYouTube,
  UNPLAYABLE,
  type YouTubeDouble,
} from '../../testing/doubles/youtube/youtube-double.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { CaptionError, type CaptionErrorKind } from './caption-error.ts';
import type { CaptionSource, SourceTrack } from './captions.ts';
import { createCaptions, openCaptions } from './open-captions.ts';
import { readCaptions } from './read-captions.ts';

const ID = 'abcdefghijk';
const GATE = { gapMs: 0, circuitMs: 3_600_000 };

let youtube: YouTubeDouble;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
const deps = () => ({ db: database.db, readCaptions: async (text: string) => readCaptions(text) });
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  youtube = await startYouTube();
});
afterEach(async () => {
  await youtube.close();
  await database.db.execute('delete from caption_gate');
});
afterAll(() => database.close());

const open = (more: { circuitMs?: number } = {}) =>
  openCaptions(
    {
      ...GATE,
      sources: ['innertube', 'yt-dlp'],
      url: youtube.url,
      timeoutMs: 5000,
      proxyUrl: null,
      cookiesFile: null,
      ytDlpPath: '/absent/yt-dlp',
      ...more,
    },
    deps(),
  );

const addFilm = () => {
  youtube.videos[ID] = {
    tracks: [
      { language: 'en', kind: 'manual', name: 'English', cues: [[1000, 2000, '- Hello & <i>welcome</i>']] },
      {
        language: 'en',
        kind: 'auto',
        cues: [
          [1000, 2000, 'hello and welcome'],
          [2500, 3000, 'no'],
          [3500, 4000, 'no'],
        ],
      },
      { language: 'iw', kind: 'manual', name: 'Hebrew', cues: [[0, 900, 'שלום']] },
      { language: 'zh-CN', kind: 'manual', name: 'Chinese', cues: [[0, 900, '你好']] },
    ],
  };
};
const count = (endpoint: string) =>
  youtube.requests.filter((request) => request.endpoint === endpoint).length;

describe('a video’s captions', () => {
  it('are listed by their version keys, without URLs', async () => {
    addFilm();
    expect(await open().listTracks(ID)).toEqual([
      { language: 'en', kind: 'manual', name: 'English', version_key: 'en' },
      { language: 'en', kind: 'auto', name: 'en', version_key: 'en-auto' },
      { language: 'he', kind: 'manual', name: 'Hebrew', version_key: 'he' },
      { language: 'zh-Hans', kind: 'manual', name: 'Chinese', version_key: 'zh-Hans' },
    ]);
  });

  it('are downloaded as WebVTT, manual and automatic ones separately', async () => {
    addFilm();
    const captions = open();
    const manual = readVtt(await captions.fetchTrack(ID, { version_key: 'en' }));
    const auto = readVtt(await captions.fetchTrack(ID, { version_key: 'en-auto' }));
    expect(manual.cues.map(({ text }) => text)).toEqual(['- Hello & welcome']);
    expect(auto.cues.map(({ start, end, text }) => [start, end, text])).toEqual([
      [1000, 2500, 'hello and welcome'],
      [2500, 3500, 'no'],
      [3500, 5000 + 1000, 'no'],
    ]);
  });

  it('are downloaded with one request for the list', async () => {
    addFilm();
    const captions = open();
    await captions.listTracks(ID);
    for (const version_key of ['en', 'en-auto', 'he']) await captions.fetchTrack(ID, { version_key });
    expect([count('player'), count('track')]).toEqual([1, 3]);
  });

  it('are downloaded again after their URL expired', async () => {
    addFilm();
    const captions = open();
    await captions.listTracks(ID);
    youtube.faults.track.push(FAULTS.status(404));
    expect(await captions.fetchTrack(ID, { version_key: 'he' })).toContain('שלום');
    expect([count('player'), count('track')]).toEqual([2, 2]);
  });

  it('distinguish a removed subtitle from no subtitles', async () => {
    addFilm();
    const captions = open();
    await expect(captions.fetchTrack(ID, { version_key: 'fr' })).rejects.toMatchObject({
      kind: 'track-gone',
    });
    youtube.videos[ID] = { tracks: [] };
    await expect(captions.fetchTrack(ID, { version_key: 'en' })).rejects.toMatchObject({
      kind: 'no-captions',
    });
  });

  it('are rejected if they have no lines', async () => {
    youtube.videos[ID] = { tracks: [{ language: 'en', kind: 'manual', cues: [] }] };
    await expect(open().fetchTrack(ID, { version_key: 'en' })).rejects.toMatchObject({ kind: 'bad-payload' });
  });

  it('are rejected if the JSON is truncated', async () => {
    addFilm();
    youtube.faults.track.push(FAULTS.body('{"wireMagic":"pb3","events":[{"tStartMs":1,"segs":[{"utf8":"Hel'));
    const failure = open().fetchTrack(ID, { version_key: 'en-auto' });
    await expect(failure).rejects.toMatchObject({ kind: 'bad-payload' });
  });

  it('aren’t requested for an invalid id', async () => {
    await expect(open().listTracks('../etc/passwd')).rejects.toMatchObject({ kind: 'not-found' });
    expect(youtube.requests).toEqual([]);
  });

  it('open the circuit when YouTube blocks the server as a bot, and aren’t requested again', async () => {
    youtube.videos[ID] = UNPLAYABLE['bot-blocked'];
    const captions = open();
    await expect(captions.listTracks(ID)).rejects.toMatchObject({ kind: 'bot-blocked' });
    await expect(captions.listTracks('another____')).rejects.toMatchObject({ kind: 'bot-blocked' });
    expect(youtube.requests).toHaveLength(1);
    expect(await captions.state()).toMatchObject({ circuit: 'open' });
    addFilm();
    expect(await captions.closeCircuit()).toMatchObject({ circuit: 'closed' });
    expect(await captions.listTracks(ID)).toHaveLength(4);
  });

  it('report the first source’s error if the second isn’t installed', async () => {
    youtube.faults.player.push(FAULTS.consentPage);
    await expect(open().listTracks(ID)).rejects.toMatchObject({ kind: 'bad-payload' });
  });
});

describe('the order of the sources', () => {
  const track: SourceTrack = { language: 'en', kind: 'manual', name: '', suffix: '', handle: 'en' };
  const source = (name: CaptionSource['name'], failure: CaptionErrorKind | null): CaptionSource => {
    const work = async <Result>(result: Result) => {
      calls.push(name);
      if (failure) throw new CaptionError(failure);
      return result;
    };
    return {
      name,
      maxMs: 1000,
      list: () => work([track]),
      fetch: () => work(`WEBVTT\n\n00:01.000 --> 00:02.000\n${name}\n`),
    };
  };
  let calls: string[];
  beforeEach(() => {
    calls = [];
  });

  const openBoth = (first: CaptionErrorKind | null, second: CaptionErrorKind | null) =>
    createCaptions([source('yt-dlp', first), source('innertube', second)], GATE, deps());

  it('follows the settings', async () => {
    await openBoth(null, null).listTracks(ID);
    expect(calls).toEqual(['yt-dlp']);
  });

  it.each(['po-token-required', 'empty-body', 'bad-payload', 'upstream-changed', 'not-installed'] as const)(
    'continues with the next source on %s',
    async (kind) => {
      expect(await openBoth(kind, null).fetchTrack(ID, { version_key: 'en' })).toContain('innertube');
    },
  );

  it.each(['private', 'not-found', 'region-blocked', 'bot-blocked', 'rate-limited'] as const)(
    'ends on %s, since the next source would get the same response',
    async (kind) => {
      await expect(openBoth(kind, null).listTracks(ID)).rejects.toMatchObject({ kind });
      expect(calls).toEqual(['yt-dlp']);
    },
  );

  it('reports the last source’s error', async () => {
    await expect(openBoth('not-installed', 'private').listTracks(ID)).rejects.toMatchObject({
      kind: 'private',
    });
  });
});
