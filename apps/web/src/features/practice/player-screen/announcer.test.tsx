import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Announcer } from './announcer.tsx';

const renderAnnouncer = (...sentences: string[]) => (
  <MantineProvider env="test">
    <Announcer sentences={sentences} />
  </MantineProvider>
);

it('the announcer reads out changes, but not the initial sentences', () => {
  const { rerender } = render(renderAnnouncer('Speed: 1×', 'Line 1 of 3'));
  const region = screen.getByTestId('changes');
  expect(region.textContent).toBe('');
  rerender(renderAnnouncer('Speed: 1×', 'Line 2 of 3'));
  expect(region.textContent).toBe('Line 2 of 3');
  rerender(renderAnnouncer('Speed: 0.9×', 'Line 2 of 3'));
  expect(region.textContent).toBe('Speed: 0.9×');
});
