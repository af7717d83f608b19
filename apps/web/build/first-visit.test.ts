import { access } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPreloads } from './first-visit.ts';

const HOME = 'src/app/home-page.tsx';
const PRACTICE = 'src/features/practice/practice-screen.tsx';

describe('the preloads of home and the practice page', () => {
  const manifest = {
    '_frame-1.js': { file: 'assets/frame-1.js', css: ['assets/frame-2.css'] },
    '_slider-3.js': { file: 'assets/slider-3.js', imports: ['_frame-1.js'], css: ['assets/slider-4.css'] },
    [HOME]: { file: 'assets/home-6.js', imports: ['_frame-1.js'] },
    [PRACTICE]: { file: 'assets/practice-5.js', imports: ['_slider-3.js', '_frame-1.js'] },
  };
  const [home, practice] = listPreloads(manifest);

  it('lists the start script, then the files of the screen, each after those that it imports', () => {
    expect(practice?.link.split(', ')).toEqual([
      '</start.js>; rel=preload; as=script',
      '</assets/frame-1.js>; rel=modulepreload',
      '</assets/frame-2.css>; rel=preload; as=style; crossorigin',
      '</assets/slider-3.js>; rel=modulepreload',
      '</assets/slider-4.css>; rel=preload; as=style; crossorigin',
      '</assets/practice-5.js>; rel=modulepreload',
    ]);
  });

  it.each([
    ['/', [home]],
    ['/video/12', [practice]],
    ['/video/12/', [practice]],
    ['/login', []],
    ['/video/x', []],
    ['/video/12/34', []],
    ['/video-manager/videos/12', []],
  ])('lists the preloads for %s', (url, preloads) => {
    expect([home, practice].filter((preload) => new RegExp(preload?.address ?? '').test(url))).toEqual(
      preloads,
    );
  });

  it.each([HOME, PRACTICE])('%s exists as a source file', async (source) => {
    await expect(access(path.join(import.meta.dirname, '..', source))).resolves.toBeUndefined();
  });

  it('fails when home loads a file of the practice page', () => {
    const shared = { file: 'assets/home-6.js', imports: ['_frame-1.js', '_slider-3.js'] };
    expect(() => listPreloads({ ...manifest, [HOME]: shared })).toThrow('assets/slider-3.js');
  });

  it('fails when the build has no such file', () => {
    expect(() => listPreloads({})).toThrow(HOME);
  });
});
