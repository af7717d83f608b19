import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TestTheme } from '../testing/test-theme.tsx';
import { SearchField } from './search-field.tsx';

it('shows the search again after going away and back', async () => {
  const onSearch = vi.fn();
  const field = (query: string) => (
    <TestTheme>
      <SearchField placeholder="Search" {...{ query, onSearch }} />
    </TestTheme>
  );
  const { rerender } = render(field(''));
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  await userEvent.type(input, 'abc');
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('abc'));
  for (const query of ['abc', '', 'abc']) {
    rerender(field(query));
    expect(input.value).toBe(query);
  }
});
