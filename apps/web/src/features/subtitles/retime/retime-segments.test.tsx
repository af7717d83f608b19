import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { RetimeDialog } from '../../../ui/sync/retime-dialog.tsx';
import { openLoaded, page, press, server } from '../editor/testing/open-editor-screen.tsx';

const starts = () => server.stored().map(({ start_time }) => start_time);

describe('retiming all segments in the editor', () => {
  it('saves a revision first, moves them in one call, and is undone in one step', async () => {
    const user = await openLoaded(undefined, ({ path }) =>
      path === '/api/videos/7/subtitles/' ? { status: 200, body: { results: [] } } : undefined,
    );
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change times' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change times' }));
    await user.type(dialog.getByLabelText(/^By how many seconds/), '0.25');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(starts()).toEqual(['00:00:01.250', '00:00:04.250', '00:00:07.250']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = page.changes().filter(({ path }) => path.endsWith('/changes/'));
    expect(sent).toMatchObject([{ body: { save_revision: true } }]);
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(starts()).toEqual(['00:00:01.000', '00:00:04.000', '00:00:07.000']));
  });
});

describe('the retime dialog next to a video', () => {
  it('uses the video’s position as the time of a segment', async () => {
    const cues = [1000, 4000].map((start, at) => ({ index: at + 1, start, end: start + 900, text: 'A' }));
    const applied: unknown[] = [];
    const component = () => (
      <RetimeDialog
        cues={cues}
        references={[]}
        tools={['shift', 'stretch']}
        position={() => 2500}
        onApply={(changed) => applied.push(changed.map(({ start }) => start))}
        onClose={() => undefined}
      />
    );
    const opened = await openPage({ path: '/', component }, '/', () => undefined);
    const dialog = within(await screen.findByRole('dialog'));
    await opened.user.click(dialog.getByText('Stretch'));
    await opened.user.click(
      dialog.getAllByRole('button', { name: "Use the video's current position" })[0] as Element,
    );
    await opened.user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(applied).toEqual([[2500, 4000]]);
  });
});
