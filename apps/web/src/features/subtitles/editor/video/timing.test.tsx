import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSimulatedMedium } from '../../../../media/testing/simulated-medium.ts';
import * as youtube from '../../../../media/youtube-media.ts';
import { VIDEO } from '../testing/editor-server.ts';
import { openLoaded, press, server, textField } from '../testing/open-editor-screen.tsx';
import { segments } from '../testing/segments.ts';

let medium: ReturnType<typeof createSimulatedMedium>;

/** The screen is 1200 pixels wide and the timeline 12 s long: a pixel is 10 ms. */
const WIDTH = 1200;

beforeEach(() => {
  medium = createSimulatedMedium();
  // Replace YouTube's player by a simulated medium that follows the clock.
  vi.spyOn(youtube, 'createYouTubeMedia').mockImplementation(() => medium.media);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, WIDTH, 72));
  Element.prototype.setPointerCapture = vi.fn();
});
afterEach(() => void vi.restoreAllMocks());

/** Segments of 2 s from 1, 4, 7 … s on, with a video that is ready. */
async function openWithVideo(count = 4) {
  const user = await openLoaded(segments(count), ({ path }) =>
    path === '/api/videos/7/' ? { status: 200, body: { ...VIDEO, youtube_id: 'Z4C82eyhwgU' } } : undefined,
  );
  await user.click(screen.getByRole('button', { name: 'Show the video' }));
  await waitFor(() => expect(medium.listenerCount()).toBe(1));
  act(() => medium.emit({ type: 'ready', duration: 100_000 }));
  return user;
}
const sliderNamed = (name: string | RegExp) => screen.getByRole('slider', { name });
const typedTimes = (number: number) =>
  ['Start', 'End'].map(
    (name) => screen.getByRole<HTMLInputElement>('textbox', { name: `Segment ${number}, ${name}` }).value,
  );
const savedTimes = (id: number) => {
  const saved = server.stored().find((segment) => segment.id === id);
  return [saved?.start_time, saved?.end_time];
};
const pressAlt = (letter: string, init: object = {}) =>
  press(letter, { code: `Key${letter.toUpperCase()}`, altKey: true, ...init });
const seek = (ms: number) => fireEvent.pointerDown(frame(), { button: 0, clientX: ms / 10 });
const frame = () => sliderNamed('Playback position').parentElement as HTMLElement;

describe('playback', () => {
  it('moves through the rows, and returns to the same field of the row that was playing', async () => {
    const user = await openWithVideo();
    await user.click(textField(1));
    seek(4200);
    pressAlt('k');
    expect(document.activeElement).toBe(sliderNamed('Playback position'));
    await waitFor(() => expect(textField(2).closest('tr')?.dataset.current).toBe('true'));
    expect(medium.calls).toContain('play');
    press(' ', { code: 'Space' });
    expect(medium.calls.at(-1)).toBe('pause');
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
  });

  it('shows both texts of the segment that is playing', async () => {
    await openWithVideo();
    const panel = screen.getByRole('complementary', { name: 'Video' });
    seek(7100);
    await waitFor(() => expect(panel.textContent).toContain('Frase 3'));
    expect(panel.textContent).toContain('Sentence 3');
    seek(6500);
    await waitFor(() => expect(panel.textContent).not.toContain('Frase'));
  });

  it('doesn’t change the current row while someone is editing it', async () => {
    const user = await openWithVideo();
    seek(4200);
    pressAlt('k');
    await user.click(textField(1));
    // Wait, since the row could change by mistake.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(textField(1).closest('tr')?.dataset.current).toBe('true');
  });

  it('has speeds from 0.5 to 2', async () => {
    const user = await openWithVideo();
    for (const _ of Array.from({ length: 4 })) press('=', { code: 'Equal', altKey: true });
    expect(screen.getByText('2×')).toBeTruthy();
    for (const _ of Array.from({ length: 3 }))
      await user.click(screen.getByRole('button', { name: 'Slower' }));
    expect(screen.getByText('1×')).toBeTruthy();
    for (const _ of Array.from({ length: 5 })) press('-', { code: 'Minus', altKey: true });
    expect(screen.getByText('0.5×')).toBeTruthy();
  });

  it.each([
    ['a frame back', {}, 'b', 'seek 4160'],
    ['a frame forward', {}, 'n', 'seek 4240'],
    ['a tenth of a second back', { shiftKey: true }, 'b', 'seek 4100'],
    ['a tenth of a second forward', { shiftKey: true }, 'n', 'seek 4300'],
  ])('goes %s by a key', async (_, init, letter, done) => {
    await openWithVideo();
    seek(4200);
    pressAlt(letter, init);
    expect(medium.calls.at(-1)).toBe(done);
  });
});

describe('entering a row', () => {
  it('seeks the paused video to its start, but doesn’t start a video that hasn’t played', async () => {
    const user = await openWithVideo();
    await user.click(textField(3));
    await waitFor(() => expect(medium.calls.at(-1)).toBe('show 7000'));
    pressAlt('k');
    await waitFor(() => expect(medium.calls).toContain('play'));
    act(() => medium.emit({ type: 'playing' }));
    pressAlt('k');
    await waitFor(() => expect(document.activeElement).toBe(textField(3)));
    expect(medium.calls.at(-1)).toBe('pause');
    await user.click(textField(2));
    await waitFor(() => expect(medium.calls.at(-1)).toBe('seek 4000'));
  });

  it('doesn’t seek a playing video', async () => {
    const user = await openWithVideo();
    pressAlt('k');
    const done = [...medium.calls];
    await user.click(textField(3));
    await waitFor(() => expect(textField(3).closest('tr')?.dataset.current).toBe('true'));
    expect(medium.calls).toEqual(done);
  });

  it('plays from the row even if the video has to be opened first', async () => {
    const user = await openLoaded(segments(4), ({ path }) =>
      path === '/api/videos/7/' ? { status: 200, body: { ...VIDEO, youtube_id: 'Z4C82eyhwgU' } } : undefined,
    );
    await user.click(textField(3));
    pressAlt('k');
    await waitFor(() => expect(medium.listenerCount()).toBe(1));
    act(() => medium.emit({ type: 'ready', duration: 100_000 }));
    await waitFor(() => expect(medium.calls.slice(-2)).toEqual(['seek 7000', 'play']));
  });
});

describe('setting times from the video', () => {
  it.each([
    ['the start past the end', 's', 7500, {}, "The start must be before the segment's end."],
    ['the end before the start', 'e', 1500, {}, "The end must be after the segment's start."],
    ['the start into the segment before', 's', 2500, {}, /Hold Shift/],
    ['the end into the next segment', 'e', 7500, {}, /Hold Shift/],
    ['the end before the start, with Shift too', 'e', 1500, { shiftKey: true }, /^The end must/],
  ])('refuses %s with a message', async (_, letter, at, init, message) => {
    const user = await openWithVideo();
    await user.click(textField(2));
    seek(at);
    pressAlt(letter, init);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(typedTimes(2)).toEqual(['00:00:04.000', '00:00:06.000']);
  });

  it('moves an edge past a neighbour with Shift, and keeps the other edge', async () => {
    const user = await openWithVideo();
    await user.click(textField(2));
    seek(7500);
    pressAlt('e', { shiftKey: true });
    await waitFor(() => expect(typedTimes(2)).toEqual(['00:00:04.000', '00:00:07.500']));
    expect(typedTimes(3)).toEqual(['00:00:07.000', '00:00:09.000']);
  });

  it('sets the start and the end with one key each, and saves the row automatically', async () => {
    const user = await openWithVideo();
    await user.click(textField(2));
    seek(4321);
    pressAlt('s');
    seek(5678);
    screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }).focus();
    press('e', { code: 'KeyE' });
    await waitFor(() => expect(typedTimes(2)).toEqual(['00:00:04.321', '00:00:05.678']));
    await waitFor(() => expect(savedTimes(2)).toEqual(['00:00:04.321', '00:00:05.678']));
  });

  it('saves a row at once when a time of another one is set', async () => {
    const user = await openWithVideo();
    await user.click(textField(1));
    sliderNamed('Playback position').focus();
    seek(1500);
    pressAlt('s');
    fireEvent.doubleClick(frame(), { clientX: 450 });
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
    seek(4500);
    pressAlt('s');
    await waitFor(() =>
      expect([savedTimes(1)[0], savedTimes(2)[0]]).toEqual(['00:00:01.500', '00:00:04.500']),
    );
  });
});

describe('edges on the timeline', () => {
  const dragEdge = (edge: HTMLElement, to: number, init: object = {}) => {
    fireEvent.pointerDown(edge, { button: 0, pointerId: 1, clientX: 0 });
    fireEvent.pointerMove(edge, { clientX: to / 10, ...init });
  };

  it('are sliders, which keys move up to the neighbours', async () => {
    const user = await openWithVideo();
    await user.click(textField(2));
    const start = sliderNamed('Segment 2, Start');
    expect(
      ['aria-valuemin', 'aria-valuemax', 'aria-valuetext'].map((name) => start.getAttribute(name)),
    ).toEqual(['3000', '5900', '00:00:04.000']);
    press('ArrowRight', {}, start);
    press('PageUp', {}, start);
    await waitFor(() => expect(typedTimes(2)[0]).toBe('00:00:04.110'));
    press('Home', {}, start);
    await waitFor(() => expect(typedTimes(2)[0]).toBe('00:00:03.000'));
    press('End', {}, sliderNamed('Segment 2, End'));
    await waitFor(() => expect(typedTimes(2)[1]).toBe('00:00:07.000'));
  });

  it('show the time while dragged, and change the row once when released', async () => {
    const user = await openWithVideo();
    await user.click(textField(2));
    const end = sliderNamed('Segment 2, End');
    dragEdge(end, 6543);
    expect(end.textContent).toBe('00:00:06.543');
    expect(typedTimes(2)[1]).toBe('00:00:06.000');
    fireEvent.pointerUp(end);
    await waitFor(() => expect(typedTimes(2)[1]).toBe('00:00:06.543'));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(typedTimes(2)[1]).toBe('00:00:06.000'));
  });

  it('stop at a neighbour unless Shift is held', async () => {
    const user = await openWithVideo();
    await user.click(textField(2));
    const end = sliderNamed('Segment 2, End');
    dragEdge(end, 8000);
    expect(end.textContent).toBe('00:00:07.000');
    fireEvent.pointerMove(end, { clientX: 800, shiftKey: true });
    expect(end.textContent).toBe('00:00:08.000');
    fireEvent.pointerMove(end, { clientX: 100, shiftKey: true });
    expect(end.textContent).toBe('00:00:04.100');
    fireEvent.pointerCancel(end);
    expect(typedTimes(2)[1]).toBe('00:00:06.000');
  });

  it('are hidden and shown with the timeline by a key', async () => {
    const user = await openWithVideo();
    await user.click(textField(2));
    pressAlt('w');
    expect(screen.queryByRole('region', { name: 'Time line' })).toBeNull();
    pressAlt('w');
    expect(screen.getByRole('region', { name: 'Time line' })).toBeTruthy();
  });
});
