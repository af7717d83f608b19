import { accounts, practice, subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../testing/client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, addVideo } from '../../testing/library.ts';
import { startApp } from '../../testing/start-app.ts';
import { withServer } from '../../testing/with-server.ts';

const { server, admin } = await withServer();

const progressOf = async (person: Client, id: number, alignment?: number) =>
  (await person.call(practice.getProgress, { params: { id }, query: { alignment } })).last_segment;
const save = (person: Client, video_id: number, last_segment: number, alignment_id?: number) =>
  person.try(practice.saveProgress, { body: { video_id, last_segment, alignment_id } });

describe('progress', () => {
  it('starts at 0 and is kept for each learner', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const [ana, ben] = [await signIn(server), await signIn(server)];
    expect(await progressOf(ana, videoId)).toBe(0);
    expect((await save(ana, videoId, 2)).statusCode).toBe(200);
    expect(await progressOf(ana, videoId)).toBe(2);
    expect(await progressOf(ben, videoId)).toBe(0);
  });

  it('is refused for a segment that is not there, a strange alignment, and an unknown video', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const other = await addAlignedVideo(admin);
    const person = await signIn(server);
    expect((await save(person, videoId, 3)).json()).toHaveProperty('last_segment');
    expect((await save(person, videoId, -1)).statusCode).toBe(400);
    expect((await save(person, videoId, 0, other.alignmentId)).json()).toHaveProperty('alignment_id');
    expect((await save(person, 999_999, 0)).statusCode).toBe(404);
  });

  it('puts the learner where they were after a realign that counts differently', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    await save(person, videoId, 2);
    // Now every line has its own translation: the last segment is the fourth.
    await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    expect(await progressOf(person, videoId)).toBe(3);
  });

  it('puts the learner where they were in another language', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const french = await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: french.id } });
    const person = await signIn(server);
    await person.call(accounts.updateProfile, { body: { native_language: 'es' } });
    await save(person, videoId, 2);
    expect(await progressOf(person, videoId)).toBe(2);
    expect(await progressOf(person, videoId, alignment_id)).toBe(3);
  });

  it('is kept as sent while a video has no alignment', async () => {
    const { id } = await addVideo(admin);
    const person = await signIn(server);
    await save(person, id, 7);
    expect(await progressOf(person, id)).toBe(7);
  });
});

describe('progress in the alignment that the player names', () => {
  it('is kept at each step, in place of the former', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    for (const place of [1, 0, 2]) {
      expect((await save(person, videoId, place, alignmentId)).json()).toEqual({ last_segment: place });
      expect(await progressOf(person, videoId, alignmentId)).toBe(place);
    }
  });

  it('puts the learner where they were after a realign', async () => {
    const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    await save(person, videoId, 2, alignmentId);
    await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    await admin.call(subtitles.alignSubtitle, { params: { id: targetId } });
    expect(await progressOf(person, videoId, alignmentId)).toBe(3);
  });

  it('is refused where the alignment has no such segment', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const person = await signIn(server);
    await save(person, videoId, 1, alignmentId);
    const refused = await save(person, videoId, 3, alignmentId);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toHaveProperty('last_segment');
    expect(await progressOf(person, videoId, alignmentId)).toBe(1);
  });

  it('is an administrator’s alone while the video is a draft, and nobody’s in the trash', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { published: false });
    const person = await signIn(server);
    expect((await save(person, videoId, 1, alignmentId)).statusCode).toBe(404);
    expect((await save(admin, videoId, 1, alignmentId)).statusCode).toBe(200);
    await admin.call(videos.deleteVideo, { params: { id: videoId } });
    expect((await save(admin, videoId, 2, alignmentId)).statusCode).toBe(404);
    await admin.call(videos.restoreVideo, { params: { id: videoId } });
    expect(await progressOf(admin, videoId, alignmentId)).toBe(1);
  });
});

describe('the languages of the videos', () => {
  it('are those in which learners may see one', async () => {
    const person = await signIn(server);
    const told = () => person.call(videos.listVideoLanguages);
    const { id } = await addVideo(admin, { original_language: 'sw' });
    expect(await told()).toContain('sw');
    await admin.call(videos.updateVideo, { params: { id }, body: { published: false } });
    expect(await told()).not.toContain('sw');
  });
});

describe('the list of videos', () => {
  const titles = async (person: Client, query: Record<string, unknown> = {}) =>
    (await person.call(videos.listVideos, { query })).results.map(({ title }) => title);

  it('puts the practice languages first, then the newest', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    const person = await signIn(fresh);
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
    expect(await titles(person)).toEqual(['four', 'three', 'two', 'one']);
    await person.call(accounts.addPracticeLanguage, { body: { language: 'fr' } });
    expect(await titles(person)).toEqual(['three', 'one', 'four', 'two']);
    expect(await titles(person, { language: 'fr' })).toEqual(['three', 'one']);
    expect(await titles(person, { q: 'O' })).toEqual(['one', 'four', 'two']);
    expect(await titles(person, { q: '%' })).toEqual([]);
    await fresh.close();
  });

  it('goes on from the practice languages to the others in the middle of a page, and on the next', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    const person = await signIn(fresh);
    const languages = Array.from({ length: 60 }, (_, n) => ['fr', 'en', 'de', 'it'][n % 4] as string);
    for (const [n, original_language] of languages.entries()) {
      await addVideo(boss, { title: `${n}`, original_language });
    }
    for (const language of ['fr', 'de']) {
      await person.call(accounts.addPracticeLanguage, { body: { language } });
    }
    const newest = [...languages.keys()].reverse();
    const own = newest.filter((n) => n % 2 === 0);
    const others = newest.filter((n) => n % 2 === 1);
    const pages = [
      await titles(person),
      await titles(person, { page: 2 }),
      await titles(person, { page: 3 }),
    ];
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 12]);
    expect(pages.flat()).toEqual([...own, ...others].map(String));
    const learnerOfAll = await signIn(fresh);
    expect(await titles(learnerOfAll)).toEqual(newest.slice(0, 24).map(String));
    await fresh.close();
  });

  it('tells how far the learner is', async () => {
    const { videoId } = await addAlignedVideo(admin, { title: 'so far' });
    const person = await signIn(server);
    await save(person, videoId, 1);
    const { results } = await person.call(videos.listVideos, { query: { q: 'so far' } });
    expect(results).toMatchObject([{ id: videoId, segment_count: 3, last_segment: 1 }]);
  });

  it('comes in pages of 24', async () => {
    const fresh = await startApp();
    const boss = await signIn(fresh, 'admin');
    for (let n = 0; n < 25; n += 1) await addVideo(boss, { title: `video ${n}` });
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

describe('the translation that a learner gets', () => {
  it('is into the native language, else a form of it, else the newest', async () => {
    const { videoId, alignmentId: spanish } = await addAlignedVideo(admin);
    const align = async (language: string) => {
      const { id } = await addSubtitle(admin, videoId, language, SPANISH_VTT);
      return (await admin.call(subtitles.alignSubtitle, { params: { id } })).alignment_id;
    };
    const portuguese = await align('pt-BR');
    const newest = await align('de');
    const person = await signIn(server);
    const savedIn = async (native_language: string | null) => {
      await person.call(accounts.updateProfile, { body: { native_language } });
      await save(person, videoId, 2);
      const { rows } = await server.context.db.execute(
        `select alignment_id::int from progress where video_id = ${videoId} order by updated_at desc limit 1`,
      );
      return rows[0]?.alignment_id;
    };
    expect(await savedIn('es')).toBe(spanish);
    expect(await savedIn('pt')).toBe(portuguese);
    expect(await savedIn('ja')).toBe(newest);
    expect(await savedIn(null)).toBe(newest);
  });
});
