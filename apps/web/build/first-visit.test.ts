import { access } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { preloadsOf } from './first-visit.ts';

const SCREEN = 'src/features/practice/practice-screen.tsx';

describe('the preloads of the practice page', () => {
  const [preload] = preloadsOf({
    '_frame-1.js': { file: 'assets/frame-1.js', css: ['assets/frame-2.css'] },
    '_slider-3.js': { file: 'assets/slider-3.js', imports: ['_frame-1.js'], css: ['assets/slider-4.css'] },
    [SCREEN]: { file: 'assets/practice-5.js', imports: ['_slider-3.js', '_frame-1.js'] },
  });

  it('lists the start script, then the files of the screen, each after those that it imports', () => {
    expect(preload?.link.split(', ')).toEqual([
      '</start.js>; rel=preload; as=script',
      '</assets/frame-1.js>; rel=modulepreload',
      '</assets/frame-2.css>; rel=preload; as=style; crossorigin',
      '</assets/slider-3.js>; rel=modulepreload',
      '</assets/slider-4.css>; rel=preload; as=style; crossorigin',
      '</assets/practice-5.js>; rel=modulepreload',
    ]);
  });

  it.each([
    ['/video/12', true],
    ['/video/12/', true],
    ['/', false],
    ['/login', false],
    ['/video/x', false],
    ['/video/12/34', false],
    ['/video-manager/videos/12', false],
  ])('matches %s: %s', (address, isMatch) => {
    expect(new RegExp(preload?.address ?? '').test(address)).toBe(isMatch);
  });

  it('names the source file of the practice screen', async () => {
    await expect(access(path.join(import.meta.dirname, '..', SCREEN))).resolves.toBeUndefined();
  });

  it('fails when the build has no such file', () => {
    expect(() => preloadsOf({})).toThrow(SCREEN);
  });
});
