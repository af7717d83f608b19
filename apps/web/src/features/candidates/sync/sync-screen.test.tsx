import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createEvenCueDocument } from './testing/cue-documents.ts';
import {
  button,
  countRows,
  field,
  findRow,
  medium,
  open,
  openLoaded,
  openWithVideo,
  page,
  pressKey,
  server,
  THREE,
  times,
} from './testing/open-sync-screen.tsx';

describe('sync screen', () => {
  it('shows the segments with their times and texts', async () => {
    await open();
    await findRow(3);
    expect(countRows()).toBe(3);
    expect(times(2)).toEqual(['00:00:04.000', '00:00:06.000']);
    expect(field(2, 'text').value).toBe('Line 2');
    expect(screen.getByText('Segment 1 of 3')).toBeTruthy();
  });

  it('sets the language of the texts, with an automatic direction', async () => {
    await openLoaded();
    expect([field(1, 'text').lang, field(1, 'text').dir]).toEqual(['en', 'auto']);
  });

  it('reports a missing candidate, and goes back', async () => {
    await open(THREE, ({ path }) =>
      path === '/api/youtube-candidates/4/' ? { status: 404, body: { detail: 'Not found.' } } : undefined,
    );
    expect(await screen.findByText('Candidate not found or subtitle data not available.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });

  it('reports a missing version, and goes back', async () => {
    await open(THREE, undefined, 'fr');
    expect(await screen.findByText('Candidate not found or subtitle data not available.')).toBeTruthy();
  });

  it('shows why loading failed, and goes back', async () => {
    await open(THREE, ({ path }) =>
      path === '/api/youtube-candidates/4/' ? { status: 500, body: { detail: 'Out of order.' } } : undefined,
    );
    expect(await screen.findByText('Error loading subtitle data: Out of order.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });

  it('reports an ended session, and goes to the login', async () => {
    await open(THREE, ({ path }) =>
      path === '/api/youtube-candidates/4/' ? { status: 401, body: {} } : undefined,
    );
    expect(await screen.findByText('Authentication error. Please log in again.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/login?next=%2Fsubtitles%2Fsync%2F4%2Fen'));
  });

  it('shows a message if no segment can be parsed', async () => {
    await open({ cues: [], ids: [] });
    expect(await screen.findByText("Couldn't read any segment in this subtitle.")).toBeTruthy();
  });
});

describe('segment list', () => {
  it('shows 20 segments at first, and 20 more with Load More (20)', async () => {
    const user = await openLoaded(createEvenCueDocument(45));
    expect(countRows()).toBe(20);
    await user.click(button('Load More (20)'));
    await findRow(40);
    expect(countRows()).toBe(40);
    await user.click(button('Load More (5)'));
    await findRow(45);
    expect(screen.queryByRole('button', { name: /Load More/ })).toBeNull();
  });

  it('shows 20 more when scrolled near the end of the page', async () => {
    await openLoaded(createEvenCueDocument(45));
    const scrollTo = (top: number) => {
      document.documentElement.scrollTop = top;
      fireEvent.scroll(window);
    };
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
    scrollTo(5000 - window.innerHeight - 101);
    expect(button('Load More (20)')).toBeTruthy();
    scrollTo(5000 - window.innerHeight - 100);
    expect(await screen.findByRole('button', { name: 'Load More (5)' })).toBeTruthy();
    scrollTo(0);
    expect(button('Load More (5)')).toBeTruthy();
  });

  it('finds segments by their text, without renumbering them', async () => {
    const user = await openLoaded(createEvenCueDocument(45));
    await user.type(screen.getByRole('searchbox', { name: 'Search segments' }), 'line 4');
    await waitFor(() => expect(countRows()).toBe(7));
    expect(await findRow(45)).toBeTruthy();
    expect(screen.getByText('7 of 45')).toBeTruthy();
  });

  it('keeps a segment visible while it is edited and no longer matches', async () => {
    const user = await openLoaded();
    await user.type(screen.getByRole('searchbox'), 'line 2');
    await waitFor(() => expect(countRows()).toBe(1));
    fireEvent.change(field(2, 'text'), { target: { value: 'other' } });
    expect(field(2, 'text').value).toBe('other');
  });

  it('shows a message if no segment matches', async () => {
    const user = await openLoaded();
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('No segments found.')).toBeTruthy();
  });
});

describe('sync video', () => {
  const mediumCalls = () => medium.calls.filter((call) => call !== 'unlock');

  it('seeks to a segment’s start', async () => {
    const user = await openWithVideo();
    await user.click(button('Segment 3: jump to it'));
    expect(mediumCalls()).toEqual(['seek 8000']);
    expect(screen.getByText('Segment 3 of 3')).toBeTruthy();
  });

  it.each([
    ['play full', 2000],
    ['play the first 1.5 s', 1500],
  ])('plays a segment from its start with the button “%s”', async (name, ms) => {
    const user = await openWithVideo();
    await user.click(button(`Segment 2: ${name}`));
    await waitFor(() => expect(mediumCalls()).toEqual(['seek 4000', 'play', 'pause']));
    expect(medium.media.position()).toBeGreaterThanOrEqual(4000 + ms);
  });

  it('plays the last 1.5 s of a segment', async () => {
    const user = await openWithVideo();
    await user.click(button('Segment 2: play the last 1.5 s'));
    await waitFor(() => expect(mediumCalls()).toEqual(['seek 4500', 'play', 'pause']));
  });

  it('has Previous, Next, Play, Pause, Stop and Play Current Segment', async () => {
    const user = await openWithVideo();
    expect(button('Previous').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Next'));
    expect(screen.getByText('Segment 2 of 3')).toBeTruthy();
    await user.click(button('Play Current Segment'));
    await user.click(button('Pause'));
    await user.click(button('Previous'));
    await user.click(button('Play'));
    await user.click(button('Stop'));
    expect(mediumCalls()).toEqual([
      'seek 4000',
      'seek 4000',
      'play',
      'pause',
      'seek 1000',
      'play',
      'pause',
      'seek 0',
    ]);
  });

  it('shows its position and the current segment', async () => {
    const user = await openWithVideo();
    await user.click(button('Play'));
    vi.spyOn(medium.media, 'position').mockReturnValue(4100);
    expect(await screen.findByText('Segment 2 of 3')).toBeTruthy();
    expect(screen.getByTestId('position').textContent).toBe('00:00:04.100');
  });

  it.each([
    [2, /YouTube doesn't know this video\. Correct the YouTube ID/],
    [100, /was removed from YouTube or made private\. Use another copy/],
    [150, /owner doesn't allow .* on other sites\. Use another copy/],
    ['script', /Can't reach YouTube\. .* ad blocker/],
    ['timeout', /taking too long\. Check your connection/],
  ] as const)('shows why the video doesn’t play (%s), with advice', async (code, text) => {
    await openWithVideo();
    medium.emit({ type: 'failed', code });
    const alert = await screen.findByText(text);
    expect(alert.textContent).toContain('You can still edit texts and times.');
  });
});

describe('sync keys', () => {
  it('set an edge of the current segment to the current time', async () => {
    await openWithVideo();
    medium.media.seek(2500);
    pressKey('s', { code: 'KeyS' });
    await waitFor(() => expect(times(1)[0]).toBe('00:00:02.500'));
    medium.media.seek(3700);
    pressKey('e', { code: 'KeyE' });
    await waitFor(() => expect(times(1)[1]).toBe('00:00:03.700'));
  });

  it('apply with Alt to the segment whose text has the focus', async () => {
    const user = await openWithVideo();
    await user.click(field(2, 'text'));
    pressKey('s', { code: 'KeyS' }, field(2, 'text'));
    pressKey(']', { code: 'BracketRight', altKey: true }, field(2, 'text'));
    await waitFor(() => expect(times(2)[0]).toBe('00:00:04.100'));
  });

  it('save, undo and redo', async () => {
    await openWithVideo();
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    pressKey('z', { ctrlKey: true });
    await waitFor(() => expect(field(1, 'text').value).toBe('Line 1'));
    pressKey('Z', { ctrlKey: true, shiftKey: true });
    await waitFor(() => expect(field(1, 'text').value).toBe('Hello'));
    pressKey('s', { ctrlKey: true });
    await waitFor(() => expect(server.contents.en).toContain('Hello'));
  });

  it('are listed with ?', async () => {
    await openWithVideo();
    pressKey('?', { shiftKey: true });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
});
