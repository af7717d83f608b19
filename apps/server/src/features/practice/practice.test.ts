import { accounts, practice, subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../testing/client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../testing/fixtures.ts';
import { addAlignedVideo, addLines, addSubtitle, addVideo, listSegments } from '../../testing/library.ts';
import { startApp } from '../../testing/start-app.ts';
import { withServer } from '../../testing/with-server.ts';

const { server, admin } = await withServer();

const getProgress = async (learner: Client, id: number, alignment?: number) =>
  (await learner.call(practice.getProgress, { params: { id }, query: { alignment } })).last_segment;
const save = (learner: Client, video_id: number, last_segment: number, alignment_id?: number) =>
  learner.try(practice.saveProgress, { body: { video_id, last_segment, alignment_id } });

describe('progress', () => {
  it('starts at 0 and is saved for each learner', async () => {
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

  it('finds the learner’s line after a realign that changes the numbering', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, videoId, 2);
    // Now every line has its own translation: the last segment is number four.
    await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    expect(await getProgress(learner, videoId)).toBe(3);
  });

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

  it('is the latest practised position, even if an earlier one is saved afterwards', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const at = (last_segment: number, age_ms: number) =>
      learner.call(practice.saveProgress, { body: { video_id: videoId, last_segment, age_ms } });
    await at(0, 7_200_000);
    await at(2, 60_000);
    // From a phone that was offline for an hour.
    await at(1, 3_600_000);
    expect(await getProgress(learner, videoId)).toBe(2);
    await at(1, 0);
    expect(await getProgress(learner, videoId)).toBe(1);
  });

  it('is listed as a count of the learner’s lines', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const getLines = async () => {
      const { results } = await learner.call(videos.listVideos);
      const listed = results.find(({ id }) => id === videoId);
      return [listed?.line, listed?.line_count];
    };
    expect(await getLines()).toEqual([0, 3]);
    await learner.call(practice.saveProgress, {
      body: { video_id: videoId, last_segment: 1, line: 1, line_count: 2 },
    });
    expect(await getLines()).toEqual([1, 2]);
    await save(learner, videoId, 1);
    expect(await getLines()).toEqual([2, 3]);
  });

  it('is saved as sent while a video has no alignment', async () => {
    const { id } = await addVideo(admin);
    const learner = await signIn(server);
    await save(learner, id, 7);
    expect(await getProgress(learner, id)).toBe(7);
  });
});

describe('progress in the alignment that the player names', () => {
  it('is saved at each step, replacing the previous one', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    for (const position of [1, 0, 2]) {
      expect((await save(learner, videoId, position, alignmentId)).json()).toEqual({
        last_segment: position,
      });
      expect(await getProgress(learner, videoId, alignmentId)).toBe(position);
    }
  });

  it('finds the learner’s line after a realign', async () => {
    const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, videoId, 2, alignmentId);
    await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    expect(await getProgress(learner, videoId, alignmentId)).toBe(3);
  });

  it('is refused if the alignment has no such segment', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    await save(learner, videoId, 1, alignmentId);
    const refused = await save(learner, videoId, 3, alignmentId);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toHaveProperty('last_segment');
    expect(await getProgress(learner, videoId, alignmentId)).toBe(1);
  });

  it('is only for administrators while the video is a draft, and for no one in the trash', async () => {
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
  it('are the languages of videos that learners may see', async () => {
    const learner = await signIn(server);
    const listed = () => learner.call(videos.listVideoLanguages);
    const { id } = await addVideo(admin, { original_language: 'sw' });
    expect(await listed()).not.toContain('sw');
    await addLines(server.context.db);
    expect(await listed()).toContain('sw');
    await admin.call(videos.updateVideo, { params: { id }, body: { published: false } });
    expect(await listed()).not.toContain('sw');
  });
});

describe('the list of videos', () => {
  const titles = async (learner: Client, query: Record<string, unknown> = {}) =>
    (await learner.call(videos.listVideos, { query })).results.map(({ title }) => title);

  it('puts the practice languages first, then the newest', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    const learner = await signIn(fresh);
    for (const [title, original_language] of [
      ['one', 'fr'],
      ['two', 'en'],
      ['three', 'fr'],
      ['four', 'de'],
    ]) {
      await addVideo(boss, { title, original_language } as { title: string; original_language: string });
    }
    await addVideo(boss, { title: 'draft', published: false });
    await addVideo(boss, { title: 'waits for media', youtube_id: null });
    await addLines(fresh.context.db);
    expect(await titles(learner)).toEqual(['four', 'three', 'two', 'one']);
    await learner.call(accounts.addPracticeLanguage, { body: { language: 'fr' } });
    expect(await titles(learner)).toEqual(['three', 'one', 'four', 'two']);
    expect(await titles(learner, { language: 'fr' })).toEqual(['three', 'one']);
    expect(await titles(learner, { q: 'O' })).toEqual(['one', 'four', 'two']);
    expect(await titles(learner, { q: '%' })).toEqual([]);
    await fresh.close();
  });

  it('continues from the practice languages to the others within a page, and on the next', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    const learner = await signIn(fresh);
    const languages = Array.from({ length: 60 }, (_, n) => ['fr', 'en', 'de', 'it'][n % 4] as string);
    for (const [n, original_language] of languages.entries()) {
      await addVideo(boss, { title: `${n}`, original_language });
    }
    await addLines(fresh.context.db);
    for (const language of ['fr', 'de']) {
      await learner.call(accounts.addPracticeLanguage, { body: { language } });
    }
    const newest = [...languages.keys()].reverse();
    const own = newest.filter((n) => n % 2 === 0);
    const others = newest.filter((n) => n % 2 === 1);
    const pages = [
      await titles(learner),
      await titles(learner, { page: 2 }),
      await titles(learner, { page: 3 }),
    ];
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 12]);
    expect(pages.flat()).toEqual([...own, ...others].map(String));
    const learnerOfAll = await signIn(fresh);
    expect(await titles(learnerOfAll)).toEqual(newest.slice(0, 24).map(String));
    await fresh.close();
  });

  it('shows the learner’s progress', async () => {
    const { videoId } = await addAlignedVideo(admin, { title: 'so far' });
    const learner = await signIn(server);
    const listed = async () => (await learner.call(videos.listVideos, { query: { q: 'so far' } })).results[0];
    expect(await listed()).toMatchObject({ id: videoId, segment_count: 3, line: 0, practised_at: null });
    await save(learner, videoId, 1);
    expect(await listed()).toMatchObject({
      last_segment: 1,
      line_count: 3,
      line: 2,
      practised_at: expect.any(String),
    });
  });

  it('only has videos with lines to say when filtered by practisable', async () => {
    const { id } = await addVideo(admin, { title: 'not ready' });
    expect(await titles(admin, { q: 'not ready' })).toEqual(['not ready']);
    const listed = () => titles(admin, { q: 'not ready', practisable: true });
    await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
    expect(await listed()).toEqual([]);
    const align = () => admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
    const { alignment_id } = await align();
    expect(await listed()).toEqual(['not ready']);
    const lines = await listSegments(admin, alignment_id);
    const writeAll = (text_original: string) =>
      admin.call(subtitles.changeSegments, {
        params: { id: alignment_id },
        body: { changes: lines.map(({ id }) => ({ op: 'update', id, fields: { text_original } })) },
      });
    await writeAll('');
    expect(await listed()).toEqual([]);
    await writeAll('Hello');
    expect(await listed()).toEqual(['not ready']);
    await align();
    expect(await listed()).toEqual(['not ready']);
    await admin.call(subtitles.deleteSubtitle, { params: { id: target.id } });
    expect(await listed()).toEqual([]);
    await admin.call(subtitles.restoreSubtitle, { params: { id: target.id } });
    expect(await listed()).toEqual(['not ready']);
    for (const { id } of await listSegments(admin, alignment_id)) {
      await admin.call(subtitles.deleteSegment, { params: { id } });
    }
    expect(await listed()).toEqual([]);
  });

  it('is searched for all words, in titles and descriptions, ignoring accents', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    await addVideo(boss, { title: 'Another película' });
    const film = await addVideo(boss, { title: 'Una película: Noche' });
    const body = { description: 'My grandmother’s café, 100% sure. がっこう' };
    await boss.call(videos.updateVideo, { params: { id: film.id }, body });
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
      expect([q, await titles(boss, { q })]).toEqual([q, [title]]);
    }
    for (const q of ['noche dia', '100% wrong', '10%sure', 'una_pel', '\\']) {
      expect([q, await titles(boss, { q })]).toEqual([q, []]);
    }
    await fresh.close();
  });

  it('is sorted by age, by length, and by last practice', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    const long = await addAlignedVideo(boss, { title: 'long' });
    const older = await addVideo(boss, { title: 'short' });
    await addVideo(boss, { title: 'newest', original_language: 'fr' });
    await addLines(fresh.context.db);
    await boss.call(accounts.addPracticeLanguage, { body: { language: 'en' } });
    await save(boss, long.videoId, 0);
    await save(boss, older.id, 0);
    expect(await titles(boss)).toEqual(['short', 'long', 'newest']);
    expect(await titles(boss, { sort: 'new' })).toEqual(['newest', 'short', 'long']);
    expect(await titles(boss, { sort: 'short' })).toEqual(['newest', 'short', 'long']);
    expect(await titles(boss, { sort: 'begun' })).toEqual(['short', 'long', 'newest']);
    expect(await titles(boss, { sort: 'begun', language: 'en', q: 'o' })).toEqual(['short', 'long']);
    expect((await boss.try(videos.listVideos, { query: { sort: 'size' as never } })).statusCode).toBe(400);
    await fresh.close();
  });

  it('comes in pages of 24', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    for (let n = 0; n < 25; n += 1) await addVideo(boss, { title: `video ${n}` });
    await addLines(fresh.context.db);
    const first = await boss.call(videos.listVideos, { query: { q: 'video' } });
    expect(first.results).toHaveLength(24);
    expect(first.next).toBe('http://sayback.test/api/videos/?q=video&page=2');
    const second = await boss.call(videos.listVideos, { query: { page: 2 } });
    expect(second).toMatchObject({ count: 25, next: null, results: [{ title: 'video 0' }] });
    expect((await boss.try(videos.listVideos, { query: { page: 3 } })).statusCode).toBe(404);
    const none = await boss.call(videos.listVideos, { query: { q: 'no such thing' } });
    expect(none).toEqual({ count: 0, next: null, previous: null, results: [] });
    await fresh.close();
  });
});

describe('the video to continue with', () => {
  const last = async (learner: Client) => (await learner.call(practice.getLastPractised)).last;

  it('is the last practised unfinished one, with its line in both languages', async () => {
    const first = await addAlignedVideo(admin, { title: 'first' });
    const second = await addAlignedVideo(admin, { title: 'second' });
    const lines = await listSegments(admin, second.alignmentId);
    const learner = await signIn(server);
    expect(await last(learner)).toBeNull();
    await save(learner, first.videoId, 1, first.alignmentId);
    await save(learner, second.videoId, 1, second.alignmentId);
    expect(await last(learner)).toMatchObject({
      video: { title: 'second', line: 2, line_count: 3 },
      text_original: lines[1]?.text_original,
      text_target: lines[1]?.text_target,
    });
    await save(learner, second.videoId, 2, second.alignmentId);
    expect(await last(learner)).toMatchObject({ video: { title: 'first' } });
    await admin.call(videos.updateVideo, { params: { id: first.videoId }, body: { published: false } });
    expect(await last(learner)).toBeNull();
  });
});

describe('the translation that a learner gets', () => {
  const getPlace = (learner: Client, id: number, browser?: string) =>
    learner.call(practice.getProgress, {
      params: { id },
      ...(browser && { headers: { 'accept-language': browser } }),
    });
  const align = async (videoId: number, language: string) => {
    const { id } = await addSubtitle(admin, videoId, language, SPANISH_VTT);
    return (await admin.call(subtitles.alignSubtitle, { params: { id } })).alignment_id;
  };
  const begin = async (id: number, language: string) =>
    (await admin.call(subtitles.beginTranslation, { params: { id }, body: { language, by_machine: false } }))
      .alignment_id;
  const translateFirst = async (alignment: number) => {
    const [segment] = await listSegments(admin, alignment);
    await admin.call(subtitles.updateSegment, {
      params: { id: segment?.id ?? 0 },
      body: { text_target: 'Im Café' },
    });
  };
  const getReader = async (native_language: string) => {
    const learner = await signIn(server);
    await learner.call(accounts.updateProfile, { body: { native_language } });
    return learner;
  };

  it('is in the last chosen language, the native one, the browser’s, English, otherwise the newest', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin);
    const portuguese = await align(videoId, 'pt-BR');
    const newest = await align(videoId, 'de');
    const learner = await signIn(server);
    const chosenFor = async (native_language: string | null, browser?: string) => {
      await learner.call(accounts.updateProfile, { body: { native_language } });
      return (await getPlace(learner, videoId, browser)).alignment_id;
    };
    expect(await chosenFor('es')).toBe(spanish);
    expect(await chosenFor('pt')).toBe(portuguese);
    expect(await chosenFor('ja')).toBe(newest);
    expect(await chosenFor(null)).toBe(newest);
    expect(await chosenFor(null, 'ja,pt-PT;q=0.9,es;q=0.8')).toBe(portuguese);
    expect(await chosenFor('es', 'pt-BR')).toBe(spanish);
    await learner.call(accounts.updatePreferences, { body: { player: { translation_language: 'de' } } });
    expect(await chosenFor('es', 'pt-BR')).toBe(newest);
  });

  it('is English rather than the newest one for a learner whose languages are missing', async () => {
    const { id } = await addVideo(admin, { original_language: 'fr' });
    await addSubtitle(admin, id, 'fr', ENGLISH_SRT);
    const english = await align(id, 'en');
    await align(id, 'de');
    expect((await getPlace(await signIn(server), id)).alignment_id).toBe(english);
  });

  it('doesn’t exist while nothing is aligned', async () => {
    const { id } = await addVideo(admin);
    expect(await getPlace(await signIn(server), id)).toEqual({ last_segment: 0, alignment_id: null });
  });

  it('is never one without texts if another has some', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin);
    const german = await begin(videoId, 'de');
    const learner = await getReader('de');
    expect((await getPlace(learner, videoId)).alignment_id).toBe(spanish);
    await translateFirst(german);
    expect((await getPlace(learner, videoId)).alignment_id).toBe(german);
  });

  it('is one without texts if there is no other', async () => {
    const { id } = await addVideo(admin);
    await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    const german = await begin(id, 'de');
    expect((await getPlace(await getReader('es'), id)).alignment_id).toBe(german);
  });

  it('stays the one that they have started while another is created, half translated and deleted', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin, { title: 'half of a lesson' });
    const learner = await getReader('de');
    await learner.call(practice.saveProgress, {
      body: { video_id: videoId, last_segment: 1, line: 2, line_count: 3 },
    });
    const lesson = async () => {
      const { results } = await learner.call(videos.listVideos, { query: { q: 'half of a lesson' } });
      const { line, segment_count, last_segment } = results[0] ?? {};
      return { ...(await getPlace(learner, videoId)), listed: { line, segment_count, last_segment } };
    };
    const before = await lesson();
    expect(before).toMatchObject({ alignment_id: spanish, last_segment: 1, listed: { line: 2 } });
    const german = await begin(videoId, 'de');
    expect(await lesson()).toEqual(before);
    await translateFirst(german);
    expect(await lesson()).toEqual(before);
    const { subtitle_id: id } = await admin.call(subtitles.getAlignment, { params: { id: german } });
    await admin.call(subtitles.deleteSubtitle, { params: { id } });
    expect(await lesson()).toEqual(before);
    await admin.call(subtitles.restoreSubtitle, { params: { id } });
    expect(await lesson()).toEqual(before);
    // Later positions are saved for the same one.
    await save(learner, videoId, 2);
    expect(await getPlace(learner, videoId)).toEqual({ alignment_id: spanish, last_segment: 2 });
  });

  it('is another one, at the same line, once the one that they have started is deleted', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const german = await align(videoId, 'de');
    const learner = await getReader('es');
    await save(learner, videoId, 2);
    await admin.call(subtitles.deleteSubtitle, { params: { id: targetId } });
    expect(await getPlace(learner, videoId)).toEqual({ alignment_id: german, last_segment: 2 });
  });
});
