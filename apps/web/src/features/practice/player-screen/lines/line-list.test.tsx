import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LineList } from './line-list.tsx';

// The list renders only the lines that fit its height.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(62);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const segments = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  position: id,
  lastPosition: id,
  start: id * 1000,
  end: id * 1000 + 900,
  original: id === 7 ? 'Un café, por favor.' : `Línea ${id}`,
  target: id === 7 ? 'A coffee, please.' : `Line ${id}`,
}));

function renderList(target: string | null = 'en') {
  const onChoose = vi.fn();
  render(
    <MantineProvider env="test">
      <LineList
        segments={segments}
        index={1}
        practised={new Set(segments.slice(0, 1))}
        languages={{ original: 'es', target }}
        onChoose={onChoose}
      />
    </MantineProvider>,
  );
  return onChoose;
}

it('the list of lines shows both texts and the state of each line, and renders only a few of 10,000', () => {
  renderList();
  const lines = screen.getAllByRole('button');
  expect(lines.length).toBeLessThan(60);
  expect(lines[0]?.textContent).toBe('Línea 0Line 0');
  expect(screen.getAllByRole('img', { name: 'Practised' })).toHaveLength(1);
  expect(screen.getByRole('button', { current: true }).textContent).toBe('2Línea 1Line 1');
});

it.each(['cafe', 'COFFEE', 'favor café', 'please por'])(
  'the list of lines finds a line by %s, and selects it',
  async (typed) => {
    const onChoose = renderList();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the lines' }), typed);
    await userEvent.click(screen.getByRole('button'));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(7);
  },
);

it('the list of lines reports that no line was found', async () => {
  renderList();
  await userEvent.type(screen.getByRole('searchbox'), 'xyz');
  expect(screen.getByRole('status').textContent).toBe('No line found.');
});

it('the list of lines doesn’t show or search a hidden translation', async () => {
  renderList(null);
  expect(screen.getByRole('button', { current: true }).textContent).toBe('2Línea 1');
  await userEvent.type(screen.getByRole('searchbox'), 'coffee');
  expect(screen.getByRole('status').textContent).toBe('No line found.');
});
