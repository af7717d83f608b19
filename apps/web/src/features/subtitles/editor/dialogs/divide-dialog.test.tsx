import { formatPosition } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mockElementSize } from '../../testing/mock-element-size.ts';
import { openLoaded, press, server } from '../testing/open-editor-screen.tsx';
import { segment } from '../testing/segments.ts';

beforeAll(mockElementSize);
afterEach(() => void vi.restoreAllMocks());

const LONG = {
  text_original: 'Nos fuimos a casa. Era tarde.',
  text_target: 'We went home. It was late.',
};
const texts = () => server.stored().map(({ text_target }) => text_target);

async function openDialog(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Divide long segments' }));
  return within(await screen.findByRole('dialog', { name: 'Divide long segments' }));
}

describe('dividing long segments', () => {
  it('is proposed for all, applied to the selected ones, and undone in one step', async () => {
    const user = await openLoaded([
      segment(1, { ...LONG, start_time: '00:00:01.000', end_time: '00:00:10.000' }),
      segment(2, { start_time: '00:00:11.000', end_time: '00:00:13.000' }),
      segment(3, { ...LONG, start_time: '00:00:14.000', end_time: '00:00:24.000' }),
    ]);
    const dialog = await openDialog(user);
    expect(await dialog.findByRole('button', { name: 'Divide 2 segments' })).toBeTruthy();
    expect(dialog.getAllByText('It was late.')).toHaveLength(2);
    await user.click(dialog.getByRole('checkbox', { name: 'Segment 3' }));
    await user.click(dialog.getByRole('button', { name: 'Divide 1 segment' }));
    const divided = ['We went home.', 'It was late.', 'Sentence 2', LONG.text_target];
    await waitFor(() => expect(texts()).toEqual(divided));
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual([LONG.text_target, 'Sentence 2', LONG.text_target]));
  });

  it('excludes doubtful ones, which come last, until they are selected', async () => {
    const clause = {
      text_original: 'y luego nos fuimos a casa, porque era tarde',
      text_target: 'and then we all went home, because it was late',
    };
    const user = await openLoaded([
      segment(1, { ...clause, start_time: '00:00:01.000', end_time: '00:00:10.000' }),
      segment(2, { ...LONG, start_time: '00:00:14.000', end_time: '00:00:24.000' }),
    ]);
    const dialog = await openDialog(user);
    expect(await dialog.findByRole('button', { name: 'Divide 1 segment' })).toBeTruthy();
    expect(
      dialog.getAllByRole<HTMLInputElement>('checkbox', { name: /^Segment/ }).map(({ checked }) => checked),
    ).toEqual([true, false]);
    expect(dialog.getByText('Please check: this may not be the same place in both texts.')).toBeTruthy();
    await user.click(dialog.getByRole('checkbox', { name: /^Segment 1/ }));
    await user.click(dialog.getByRole('button', { name: 'Divide 2 segments' }));
    await waitFor(() => expect(texts()).toHaveLength(4));
  });

  it('shows a message while it searches', async () => {
    let respondCues = () => {};
    const user = await openLoaded(
      [segment(1, { ...LONG, start_time: '00:00:01.000', end_time: '00:00:10.000' })],
      ({ path }) =>
        path.endsWith('/source-cues/')
          ? {
              status: 200,
              stream: (response) => {
                respondCues = () => response.end('{"original":[],"target":[]}');
              },
            }
          : undefined,
    );
    await openDialog(user);
    expect(await screen.findByText('Looking for places…')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Divide/ })).toBeNull();
    respondCues();
    expect(await screen.findByRole('button', { name: 'Divide 1 segment' })).toBeTruthy();
    expect(screen.queryByText('Looking for places…')).toBeNull();
  });

  it('renders only a few of hundreds of proposals, and applies all', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
    const longSegment = (id: number) =>
      segment(id, {
        ...LONG,
        start_time: formatPosition(id * 10_000),
        end_time: formatPosition(id * 10_000 + 9000),
      });
    const user = await openLoaded(Array.from({ length: 400 }, (_, position) => longSegment(position + 1)));
    const dialog = await openDialog(user);
    const divideAll = await dialog.findByRole('button', { name: 'Divide 400 segments' });
    expect(dialog.getByRole('checkbox', { name: 'Segment 1' })).toBeTruthy();
    expect(dialog.getAllByRole('listitem').length).toBeLessThan(100);
    await user.click(divideAll);
    await waitFor(() => expect(texts()).toHaveLength(800));
  });

  it('says that there is nothing to divide', async () => {
    const user = await openLoaded();
    await openDialog(user);
    expect(await screen.findByText('No long segment has a good place to divide it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Divide/ })).toBeNull();
  });
});
