import { type Cue, synchronise } from '@sayback/subtitles';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCueDocument } from './testing/cue-documents.ts';
import {
  button,
  countRows,
  field,
  findRow,
  medium,
  open,
  openLoaded,
  openVersions,
  openWithVideo,
  showsUnsavedChanges,
  times,
} from './testing/open-sync-screen.tsx';

describe('editing times', () => {
  it('nudges times by the chosen step', async () => {
    const user = await openLoaded();
    await user.click(button('Segment 2: start earlier'));
    expect(times(2)[0]).toBe('00:00:03.900');
    await user.click(screen.getByRole('radio', { name: '0.5 s' }));
    await user.click(button('Segment 2: end later'));
    expect(times(2)[1]).toBe('00:00:06.500');
  });

  it('offers the specified steps', async () => {
    await openLoaded();
    const steps = within(screen.getByRole('radiogroup', { name: 'Step' })).getAllByRole('radio');
    expect(steps.map((step) => (step as HTMLInputElement).value)).toEqual([
      '100',
      '200',
      '500',
      '1000',
      '2000',
    ]);
  });

  it('applies a typed time on Enter, limited by the other edge', async () => {
    const user = await openLoaded();
    await user.clear(field(2, 'start'));
    await user.type(field(2, 'start'), '0:09{Enter}');
    expect(times(2)).toEqual(['00:00:05.900', '00:00:06.000']);
  });

  it('ignores an invalid typed time', async () => {
    const user = await openLoaded();
    await user.clear(field(2, 'end'));
    await user.type(field(2, 'end'), 'soon');
    expect(field(2, 'end').getAttribute('aria-invalid')).toBe('true');
    await user.tab();
    expect(times(2)[1]).toBe('00:00:06.000');
    expect(showsUnsavedChanges()).toBe(false);
  });

  it('shifts all times at once', async () => {
    const user = await openLoaded();
    const amount = screen.getByRole('textbox', { name: 'Adjust by (seconds)' });
    expect((amount as HTMLInputElement).value).toBe('0.1');
    await user.clear(amount);
    await user.type(amount, '-0.5');
    await user.click(button('Apply'));
    expect([times(1)[0], times(3)[0]]).toEqual(['00:00:00.500', '00:00:07.500']);
    expect(await screen.findByText('Shifted 3 segments by -0.5 s.')).toBeTruthy();
  });

  it('shifts the times of the current and all later segments', async () => {
    const user = await openLoaded();
    await user.click(field(2, 'text'));
    await user.click(screen.getByRole('radio', { name: 'From #2 onwards' }));
    await user.click(button('Apply'));
    expect([times(1)[0], times(2)[0], times(3)[0]]).toEqual(['00:00:01.000', '00:00:04.100', '00:00:08.100']);
  });

  it('stretches times by two points', async () => {
    const user = await openWithVideo();
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Segment 1: jump to it'));
    medium.media.seek(2000);
    await user.click(button('Set first point'));
    expect(screen.getByText('#1: 00:00:01.000 → 00:00:02.000')).toBeTruthy();
    await user.click(button('Segment 3: jump to it'));
    medium.media.seek(16_000);
    await user.click(button('Set second point'));
    await user.click(button('Stretch'));
    expect([times(1)[0], times(2)[0], times(3)[0]]).toEqual(['00:00:02.000', '00:00:08.000', '00:00:16.000']);
  });

  it('refuses to stretch by a single segment', async () => {
    const user = await openWithVideo();
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Set first point'));
    await user.click(button('Set second point'));
    expect(
      screen.getByText('Choose two different segments, the first one earlier than the second.'),
    ).toBeTruthy();
    expect(button('Stretch').hasAttribute('disabled')).toBe(true);
  });
});

describe('inserting and deleting segments', () => {
  it('inserts a segment after another, and focuses its text', async () => {
    const user = await openLoaded();
    await user.click(button('Segment 2: insert after'));
    await findRow(4);
    expect(times(3)).toEqual(['00:00:06.000', '00:00:08.000']);
    await waitFor(() => expect(document.activeElement).toBe(field(3, 'text')));
    expect(screen.getByText("Without text, it isn't saved.")).toBeTruthy();
  });

  it('deletes a segment after a confirmation', async () => {
    const user = await openLoaded();
    await user.click(button('Segment 2: delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete segment 2?' });
    expect(countRows()).toBe(3);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(countRows()).toBe(2));
    expect(field(2, 'text').value).toBe('Line 3');
  });

  it('doesn’t delete a segment if the dialog is cancelled', async () => {
    const user = await openLoaded();
    await user.click(button('Segment 2: delete'));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(countRows()).toBe(3);
    expect(showsUnsavedChanges()).toBe(false);
  });

  it('cannot delete the last segment', async () => {
    const user = await openLoaded(createCueDocument([0, 1000]));
    await user.click(button('Segment 1: delete'));
    expect(await screen.findByText('Cannot delete the last segment')).toBeTruthy();
    expect(countRows()).toBe(1);
  });
});

describe('synchronising with another version', () => {
  /** Replaces the worker, which happy-dom lacks: computes the result, with some overrides. */
  const createWorkerClass = (overrides: { trust?: number } = {}) =>
    class extends EventTarget {
      postMessage({ cues, reference }: { cues: Cue[]; reference: Cue[] }) {
        const data = { ...synchronise(cues, reference), ...overrides };
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
      }
      terminate() {}
    };

  /** Cues at uneven intervals, like dialogue, all delayed by `delayMs`. */
  const createDialogue = (delayMs: number) =>
    createCueDocument(
      ...Array.from({ length: 60 }, (_, index): [number, number] => {
        const start = index * 3000 + ((index * 7919) % 1700) + delayMs;
        return [start, start + 1000 + ((index * 104_729) % 900)];
      }),
    );

  beforeEach(() => vi.stubGlobal('Worker', createWorkerClass()));
  afterEach(() => void vi.unstubAllGlobals());

  it('previews the result, and applies it in one step', async () => {
    const user = await openLoaded(createDialogue(0), undefined, 'en', createDialogue(2500));
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Synchronise with…'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('+2.5 s')).toBeTruthy();
    expect(dialog.getByText('× 1.00000')).toBeTruthy();
    expect(dialog.getByText('00:00:02.500')).toBeTruthy();
    expect(times(1)[0]).toBe('00:00:00.000');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(times(1)[0]).toBe('00:00:02.500');
    await user.click(button('Undo'));
    expect(times(1)[0]).toBe('00:00:00.000');
  });

  it.each([
    ['es', 'the manual version in the spoken language', 'English (en)'],
    ['en', 'the automatic version if the manual one is being edited', 'English (en-auto)'],
  ])('suggests for %s %s', async (version, _, suggested) => {
    const versions = {
      ar: createDialogue(0),
      'en-auto': createDialogue(0),
      en: createDialogue(0),
      es: createDialogue(2500),
    };
    const user = await openVersions(versions, version);
    await findRow(1);
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Synchronise with…'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole<HTMLInputElement>('combobox').value).toBe(suggested);
  });

  it.each([
    [0.18, 'default', 'Low', true],
    [0.34, 'filled', 'High', false],
  ])(
    'makes Apply the main button only for a trustworthy result: %d',
    async (trust, variant, certainty, hasWarning) => {
      vi.stubGlobal('Worker', createWorkerClass({ trust }));
      const user = await open(createDialogue(0), undefined, 'en', createDialogue(2500));
      await findRow(1);
      await user.click(screen.getByText('Stretch and synchronise'));
      await user.click(button('Synchronise with…'));
      await screen.findByText('+2.5 s');
      const apply = within(screen.getByRole('dialog')).getByRole('button', { name: 'Apply' });
      expect(apply.dataset.variant).toBe(variant);
      expect(screen.getByText('Certainty').nextSibling?.textContent).toBe(certainty);
      expect(screen.queryByText(/Only a few segments start together/) !== null).toBe(hasWarning);
    },
  );

  it('changes nothing if the versions are already in sync', async () => {
    const user = await openLoaded(createDialogue(0), undefined, 'en', createDialogue(0));
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Synchronise with…'));
    expect(await screen.findByText(/these two are already in sync/)).toBeTruthy();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
  });
});
