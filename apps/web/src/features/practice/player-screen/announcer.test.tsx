import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Announcer } from './announcer.tsx';

const announcer = (...sentences: string[]) => (
  <MantineProvider env="test">
    <Announcer sentences={sentences} />
  </MantineProvider>
);

it('the announcer reads out changes, and nothing at first', () => {
  const { rerender } = render(announcer('Speed: 1×', 'Line 1 of 3'));
  const region = screen.getByTestId('changes');
  expect(region.textContent).toBe('');
  rerender(announcer('Speed: 1×', 'Line 2 of 3'));
  expect(region.textContent).toBe('Line 2 of 3');
  rerender(announcer('Speed: 0.9×', 'Line 2 of 3'));
  expect(region.textContent).toBe('Speed: 0.9×');
});
