import { accounts, practice, subtitles, videos } from '@sayback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../testing/client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../testing/fixtures.ts';
import { addAlignedVideo, addLines, addSubtitle, addVideo, listSegments } from '../../testing/library.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { withServer } from '../../testing/with-server.ts';

const { server, admin } = await withServer();

const getProgress = async (learner: Client, id: number, alignment?: number) =>
  (await learner.call(practice.getProgress, { params: { id }, query: { alignment } })).last_segment;
const save = (learner: Client, video_id: number, last_segment: number, alignment_id?: number) =>
  learner.try(practice.saveProgress, { body: { video_id, last_segment, alignment_id } });

describe('progress', () => {
  it('starts at 0 and is saved per learner', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    expect(await getProgress(ana, videoId)).toBe(0);
    expect((await save(ana, videoId, 2)).statusCode).toBe(200);
    expect(await getProgress(ana, videoId)).toBe(2);
    expect(await getProgress(ben, videoId)).toBe(0);
  });

  it('is refused for a missing segment, another video’s alignment, and an unknown video', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const other = await addAlignedVideo(admin);
    const learner = await signIn(server);
    expect((await save(learner, videoId, 3)).json()).toHaveProperty('last_segment');
    expect((await save(learner, videoId, -1)).statusCode).toBe(400);
    expect((await save(learner, videoId, 0, other.alignmentId)).json()).toHaveProperty('alignment_id');
    expect((await save(learner, 999_999, 0)).statusCode).toBe(404);
  });

  it.each(['any', 'a requested'])(
    'finds the learner’s line in %s alignment after a realignment that changes the segment numbers',
    async (which) => {
      const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
      const alignment = which === 'any' ? undefined : alignmentId;
      const learner = await signIn(server);
      await save(learner, videoId, 2, alignment);
      // The last segment now has number 3.
      await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
      await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
      expect(await getProgress(learner, videoId, alignment)).toBe(3);
    },
  );

  it('finds the learner’s line in another language', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    const learner = await signIn(server);
    await learner.call(accounts.updateProfile, { body: { native_language: 'es' } });
    await save(learner, videoId, 2);
    expect(await getProgress(learner, videoId)).toBe(2);
    expect(await getProgress(learner, videoId, alignment_id)).toBe(3);
  });

  it('is the most recent position, even if an older one is saved later', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const saveWithAge = (last_segment: number, age_ms: number) =>
      learner.call(practice.saveProgress, { body: { video_id: videoId, last_segment, age_ms } });
    await saveWithAge(0, 7_200_000);
    await saveWithAge(2, 60_000);
    // Simulates a phone that was offline for an hour.
    await saveWithAge(1, 3_600_000);
    expect(await getProgress(learner, videoId)).toBe(2);
    await saveWithAge(1, 0);
    expect(await getProgress(learner, videoId)).toBe(1);
  });

  it('is listed as the learner’s line and line count', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const readLineCount = async () => {
      const { results } = await learner.call(videos.listVideos);
      const listTitles = results.find(({ id }) => id === videoId);
      return [listTitles?.line, listTitles?.line_count];
    };
    expect(await readLineCount()).toEqual([0, 3]);
    await learner.call(practice.saveProgress, {
      body: { video_id: videoId, last_segment: 1, line: 1, line_count: 2 },
    });
    expect(await readLineCount()).toEqual([1, 2]);
    await save(learner, videoId, 1);
    expect(await readLineCount()).toEqual([2, 3]);
  });

  it('is saved without a check if the video has no alignment', async () => {
    const { id } = await addVideo(admin);
    const learner = await signIn(server);
    await save(learner, id, 7);
    expect(await getProgress(learner, id)).toBe(7);
  });
});

describe('progress in a requested alignment', () => {
  it('replaces the previous position', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    for (const position of [1, 0, 2]) {
      expect((await save(learner, videoId, position, alignmentId)).json()).toEqual({
        last_segment: position,
      });
      expect(await getProgress(learner, videoId, alignmentId)).toBe(position);
    }
  });

  it('is refused for a missing segment', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, videoId, 1, alignmentId);
    const refused = await save(learner, videoId, 3, alignmentId);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toHaveProperty('last_segment');
    expect(await getProgress(learner, videoId, alignmentId)).toBe(1);
  });

  it('can only be saved by administrators for a draft, and not for a trashed video', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { published: false });
    const learner = await signIn(server);
    expect((await save(learner, videoId, 1, alignmentId)).statusCode).toBe(404);
    expect((await save(admin, videoId, 1, alignmentId)).statusCode).toBe(200);
    await admin.call(videos.deleteVideo, { params: { id: videoId } });
    expect((await save(admin, videoId, 2, alignmentId)).statusCode).toBe(404);
    await admin.call(videos.restoreVideo, { params: { id: videoId } });
    expect(await getProgress(admin, videoId, alignmentId)).toBe(1);
  });
});

describe('the languages of the videos', () => {
  it('are those of the videos that learners can see', async () => {
    const learner = await signIn(server);
    const listTitles = () => learner.call(videos.listVideoLanguages);
    const { id } = await addVideo(admin, { original_language: 'sw' });
    expect(await listTitles()).not.toContain('sw');
    await addLines(server.context.db);
    expect(await listTitles()).toContain('sw');
    await admin.call(videos.updateVideo, { params: { id }, body: { published: false } });
    expect(await listTitles()).not.toContain('sw');
  });
});

describe('the list of videos', () => {
  const searchTitles = async (learner: Client, query: Record<string, unknown> = {}) =>
    (await learner.call(videos.listVideos, { query })).results.map(({ title }) => title);

  /** A separate library, emptied for each test that lists all videos. */
  let fresh: TestApp;
  let freshAdmin: Client;
  beforeAll(async () => {
    fresh = await startApp();
    freshAdmin = await signIn(fresh, 'admin');
  });
  afterAll(() => fresh.close());
  beforeEach(() => fresh.context.db.execute('delete from videos'));

  it('has videos in practice languages first, each group newest first', async () => {
    const learner = await signIn(fresh);
    for (const [title, original_language] of [
      ['one', 'fr'],
      ['two', 'en'],
      ['three', 'fr'],
      ['four', 'de'],
    ]) {
      await addVideo(freshAdmin, { title, original_language } as {
        title: string;
        original_language: string;
      });
    }
    await addVideo(freshAdmin, { title: 'draft', published: false });
    await addVideo(freshAdmin, { title: 'without media', youtube_id: null });
    await addLines(fresh.context.db);
    expect(await searchTitles(learner)).toEqual(['four', 'three', 'two', 'one']);
    await learner.call(accounts.addPracticeLanguage, { body: { language: 'fr' } });
    expect(await searchTitles(learner)).toEqual(['three', 'one', 'four', 'two']);
    expect(await searchTitles(learner, { language: 'fr' })).toEqual(['three', 'one']);
    expect(await searchTitles(learner, { q: 'O' })).toEqual(['one', 'four', 'two']);
    expect(await searchTitles(learner, { q: '%' })).toEqual([]);
  });

  it('has videos in other languages after those in practice languages, across pages', async () => {
    const learner = await signIn(fresh);
    const languages = Array.from({ length: 60 }, (_, n) => ['fr', 'en', 'de', 'it'][n % 4] as string);
    for (const [n, original_language] of languages.entries()) {
      await addVideo(freshAdmin, { title: `${n}`, original_language });
    }
    await addLines(fresh.context.db);
    for (const language of ['fr', 'de']) {
      await learner.call(accounts.addPracticeLanguage, { body: { language } });
    }
    const newest = [...languages.keys()].reverse();
    const practised = newest.filter((n) => n % 2 === 0);
    const others = newest.filter((n) => n % 2 === 1);
    const pages = [
      await searchTitles(learner),
      await searchTitles(learner, { page: 2 }),
      await searchTitles(learner, { page: 3 }),
    ];
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 12]);
    expect(pages.flat()).toEqual([...practised, ...others].map(String));
    const beginner = await signIn(fresh);
    expect(await searchTitles(beginner)).toEqual(newest.slice(0, 24).map(String));
  });

  it('shows the learner’s progress', async () => {
    const { videoId } = await addAlignedVideo(admin, { title: 'so far' });
    const learner = await signIn(server);
    const listTitles = async () =>
      (await learner.call(videos.listVideos, { query: { q: 'so far' } })).results[0];
    expect(await listTitles()).toMatchObject({ id: videoId, segment_count: 3, line: 0, practised_at: null });
    await save(learner, videoId, 1);
    expect(await listTitles()).toMatchObject({
      last_segment: 1,
      line_count: 3,
      line: 2,
      practised_at: expect.any(String),
    });
  });

  it('can be filtered by videos with lines to say', async () => {
    const { id } = await addVideo(admin, { title: 'not ready' });
    expect(await searchTitles(admin, { q: 'not ready' })).toEqual(['not ready']);
    const listTitles = () => searchTitles(admin, { q: 'not ready', practisable: true });
    await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
    expect(await listTitles()).toEqual([]);
    const align = () => admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
    const { alignment_id } = await align();
    expect(await listTitles()).toEqual(['not ready']);
    const lines = await listSegments(admin, alignment_id);
    const setAllTexts = (text_original: string) =>
      admin.call(subtitles.changeSegments, {
        params: { id: alignment_id },
        body: { changes: lines.map(({ id }) => ({ op: 'update', id, fields: { text_original } })) },
      });
    await setAllTexts('');
    expect(await listTitles()).toEqual([]);
    await setAllTexts('Hello');
    expect(await listTitles()).toEqual(['not ready']);
    await align();
    expect(await listTitles()).toEqual(['not ready']);
    await admin.call(subtitles.deleteSubtitle, { params: { id: target.id } });
    expect(await listTitles()).toEqual([]);
    await admin.call(subtitles.restoreSubtitle, { params: { id: target.id } });
    expect(await listTitles()).toEqual(['not ready']);
    for (const { id } of await listSegments(admin, alignment_id)) {
      await admin.call(subtitles.deleteSegment, { params: { id } });
    }
    expect(await listTitles()).toEqual([]);
  });

  it('can be searched by words in title and description, ignoring accents', async () => {
    await addVideo(freshAdmin, { title: 'Another película' });
    const film = await addVideo(freshAdmin, { title: 'Una película: Noche' });
    const body = { description: 'My grandmother’s café, 100% sure. がっこう' };
    await freshAdmin.call(videos.updateVideo, { params: { id: film.id }, body });
    await addLines(fresh.context.db);
    const title = 'Una película: Noche';
    for (const q of [
      'noche pelicula',
      'PELÍCULA una',
      'grandmother noche',
      ' cafe una ',
      '100%',
      'かっこう',
    ]) {
      expect([q, await searchTitles(freshAdmin, { q })]).toEqual([q, [title]]);
    }
    for (const q of ['noche dia', '100% wrong', '10%sure', 'una_pel', '\\']) {
      expect([q, await searchTitles(freshAdmin, { q })]).toEqual([q, []]);
    }
  });

  it('can be sorted by age, length and last practice', async () => {
    const long = await addAlignedVideo(freshAdmin, { title: 'long' });
    const older = await addVideo(freshAdmin, { title: 'short' });
    await addVideo(freshAdmin, { title: 'newest', original_language: 'fr' });
    await addLines(fresh.context.db);
    await freshAdmin.call(accounts.addPracticeLanguage, { body: { language: 'en' } });
    await save(freshAdmin, long.videoId, 0);
    await save(freshAdmin, older.id, 0);
    expect(await searchTitles(freshAdmin)).toEqual(['short', 'long', 'newest']);
    expect(await searchTitles(freshAdmin, { sort: 'new' })).toEqual(['newest', 'short', 'long']);
    expect(await searchTitles(freshAdmin, { sort: 'short' })).toEqual(['newest', 'short', 'long']);
    expect(await searchTitles(freshAdmin, { sort: 'begun' })).toEqual(['short', 'long', 'newest']);
    expect(await searchTitles(freshAdmin, { sort: 'begun', language: 'en', q: 'o' })).toEqual([
      'short',
      'long',
    ]);
    expect((await freshAdmin.try(videos.listVideos, { query: { sort: 'size' as never } })).statusCode).toBe(
      400,
    );
  });

  it('has pages of 24', async () => {
    for (let n = 0; n < 25; n += 1) await addVideo(freshAdmin, { title: `video ${n}` });
    await addLines(fresh.context.db);
    const first = await freshAdmin.call(videos.listVideos, { query: { q: 'video' } });
    expect(first.results).toHaveLength(24);
    expect(first.next).toBe('http://sayback.test/api/videos/?q=video&page=2');
    const second = await freshAdmin.call(videos.listVideos, { query: { page: 2 } });
    expect(second).toMatchObject({ count: 25, next: null, results: [{ title: 'video 0' }] });
    expect((await freshAdmin.try(videos.listVideos, { query: { page: 3 } })).statusCode).toBe(404);
    const none = await freshAdmin.call(videos.listVideos, { query: { q: 'no such thing' } });
    expect(none).toEqual({ count: 0, next: null, previous: null, results: [] });
  });
});

describe('the video to continue with', () => {
  const getLastPractised = async (learner: Client) => (await learner.call(practice.getLastPractised)).last;

  it('is the unfinished one that was practised last, with the current line in both languages', async () => {
    const first = await addAlignedVideo(admin, { title: 'first' });
    const second = await addAlignedVideo(admin, { title: 'second' });
    const lines = await listSegments(admin, second.alignmentId);
    const learner = await signIn(server);
    expect(await getLastPractised(learner)).toBeNull();
    await save(learner, first.videoId, 1, first.alignmentId);
    await save(learner, second.videoId, 1, second.alignmentId);
    expect(await getLastPractised(learner)).toMatchObject({
      video: { title: 'second', line: 2, line_count: 3 },
      text_original: lines[1]?.text_original,
      text_target: lines[1]?.text_target,
    });
    await save(learner, second.videoId, 2, second.alignmentId);
    expect(await getLastPractised(learner)).toMatchObject({ video: { title: 'first' } });
    await admin.call(videos.updateVideo, { params: { id: first.videoId }, body: { published: false } });
    expect(await getLastPractised(learner)).toBeNull();
  });
});

describe('a learner’s default translation', () => {
  const getPosition = (learner: Client, id: number, browser?: string) =>
    learner.call(practice.getProgress, {
      params: { id },
      ...(browser && { headers: { 'accept-language': browser } }),
    });
  const align = async (videoId: number, language: string) => {
    const { id } = await addSubtitle(admin, videoId, language, SPANISH_VTT);
    return (await admin.call(subtitles.alignSubtitle, { params: { id } })).alignment_id;
  };
  const startTranslation = async (id: number, language: string) =>
    (await admin.call(subtitles.beginTranslation, { params: { id }, body: { language, by_machine: false } }))
      .alignment_id;
  const translateFirst = async (alignment: number) => {
    const [segment] = await listSegments(admin, alignment);
    await admin.call(subtitles.updateSegment, {
      params: { id: segment?.id ?? 0 },
      body: { text_target: 'Im Café' },
    });
  };
  const signInWithLanguage = async (native_language: string) => {
    const learner = await signIn(server);
    await learner.call(accounts.updateProfile, { body: { native_language } });
    return learner;
  };

  it('is in the last chosen, the native or the browser’s language, or else the newest', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin);
    const portuguese = await align(videoId, 'pt-BR');
    const newest = await align(videoId, 'de');
    const learner = await signIn(server);
    const findDefault = async (native_language: string | null, browser?: string) => {
      await learner.call(accounts.updateProfile, { body: { native_language } });
      return (await getPosition(learner, videoId, browser)).alignment_id;
    };
    expect(await findDefault('es')).toBe(spanish);
    expect(await findDefault('pt')).toBe(portuguese);
    expect(await findDefault('ja')).toBe(newest);
    expect(await findDefault(null)).toBe(newest);
    expect(await findDefault(null, 'ja,pt-PT;q=0.9,es;q=0.8')).toBe(portuguese);
    expect(await findDefault('es', 'pt-BR')).toBe(spanish);
    await learner.call(accounts.updatePreferences, { body: { player: { translation_language: 'de' } } });
    expect(await findDefault('es', 'pt-BR')).toBe(newest);
  });

  it('is English if there is none in the learner’s languages', async () => {
    const { id } = await addVideo(admin, { original_language: 'fr' });
    await addSubtitle(admin, id, 'fr', ENGLISH_SRT);
    const english = await align(id, 'en');
    await align(id, 'de');
    expect((await getPosition(await signIn(server), id)).alignment_id).toBe(english);
  });

  it('doesn’t exist without an alignment', async () => {
    const { id } = await addVideo(admin);
    expect(await getPosition(await signIn(server), id)).toEqual({ last_segment: 0, alignment_id: null });
  });

  it('has texts if any translation has texts', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin);
    const german = await startTranslation(videoId, 'de');
    const learner = await signInWithLanguage('de');
    expect((await getPosition(learner, videoId)).alignment_id).toBe(spanish);
    await translateFirst(german);
    expect((await getPosition(learner, videoId)).alignment_id).toBe(german);
  });

  it('can be empty if there is no other translation', async () => {
    const { id } = await addVideo(admin);
    await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    const german = await startTranslation(id, 'de');
    expect((await getPosition(await signInWithLanguage('es'), id)).alignment_id).toBe(german);
  });

  it('doesn’t change when another translation is added, partially translated and deleted', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin, { title: 'half of a lesson' });
    const learner = await signInWithLanguage('de');
    await learner.call(practice.saveProgress, {
      body: { video_id: videoId, last_segment: 1, line: 2, line_count: 3 },
    });
    const readState = async () => {
      const { results } = await learner.call(videos.listVideos, { query: { q: 'half of a lesson' } });
      const { line, segment_count, last_segment } = results[0] ?? {};
      return { ...(await getPosition(learner, videoId)), listed: { line, segment_count, last_segment } };
    };
    const before = await readState();
    expect(before).toMatchObject({ alignment_id: spanish, last_segment: 1, listed: { line: 2 } });
    const german = await startTranslation(videoId, 'de');
    expect(await readState()).toEqual(before);
    await translateFirst(german);
    expect(await readState()).toEqual(before);
    const { subtitle_id: id } = await admin.call(subtitles.getAlignment, { params: { id: german } });
    await admin.call(subtitles.deleteSubtitle, { params: { id } });
    expect(await readState()).toEqual(before);
    await admin.call(subtitles.restoreSubtitle, { params: { id } });
    expect(await readState()).toEqual(before);
    // Later positions are saved for the same translation.
    await save(learner, videoId, 2);
    expect(await getPosition(learner, videoId)).toEqual({ alignment_id: spanish, last_segment: 2 });
  });

  it('is replaced by another translation, at the same line, if it is deleted', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const german = await align(videoId, 'de');
    const learner = await signInWithLanguage('es');
    await save(learner, videoId, 2);
    await admin.call(subtitles.deleteSubtitle, { params: { id: targetId } });
    expect(await getPosition(learner, videoId)).toEqual({ alignment_id: german, last_segment: 2 });
  });
});
