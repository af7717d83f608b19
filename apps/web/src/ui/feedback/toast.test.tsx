import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
});

/** Waits for the last message, and returns the visible ones. */
async function toastTexts(last: string): Promise<string[]> {
  await screen.findByText(last);
  return [...screen.queryAllByRole('status'), ...screen.queryAllByRole('alert')].map(
    ({ textContent }) => textContent ?? '',
  );
}

describe('toasts', () => {
  it('show a repeated message only once', async () => {
    for (let times = 0; times < 3; times++) toast.failure('It could not be saved.');
    toast.success('Saved.');
    expect(await toastTexts('Saved.')).toEqual(['Saved.', 'It could not be saved.']);
  });

  it('announce failures as alerts, and notes as status', async () => {
    toast.note('Nothing to undo.');
    toast.failure('It could not be saved.');
    expect((await screen.findByText('Nothing to undo.')).closest('[role=status]')).toBeTruthy();
    expect((await screen.findByText('It could not be saved.')).closest('[role=alert]')).toBeTruthy();
  });

  it('show one note at a time', async () => {
    toast.note('Nothing to undo.');
    toast.note('Put the caret into a text.');
    expect(await toastTexts('Put the caret into a text.')).toEqual(['Put the caret into a text.']);
  });

  it('show a failure at once, and remove the oldest success if there are too many', async () => {
    for (let number = 1; number <= 9; number++) toast.success(`Done ${number}`);
    toast.failure('It could not be saved.');
    const texts = await toastTexts('It could not be saved.');
    expect(texts).toEqual(['Done 6', 'Done 7', 'Done 8', 'Done 9', 'It could not be saved.']);
  });

  it('remove the oldest failure if there are too many', async () => {
    for (let number = 1; number <= 6; number++) toast.failure(`Failed ${number}`);
    expect(await toastTexts('Failed 6')).toEqual([2, 3, 4, 5, 6].map((number) => `Failed ${number}`));
  });

  it('disappear when an offer is withdrawn', async () => {
    const run = vi.fn();
    toast.offer('Video moved to the trash.', { label: 'Undo', run, about: 'video 7' });
    toast.offer('Video moved to the trash.', { label: 'Undo', run, about: 'video 8' });
    await screen.findAllByText('Video moved to the trash.');
    toast.withdraw('video 7');
    toast.success('Video restored.');
    await waitFor(async () => expect(await toastTexts('Video restored.')).toHaveLength(2));
  });
});
