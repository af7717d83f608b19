import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(cleanup);

it('a sentence is told by a region that was there before its text', async () => {
  const attachShadow = vi.spyOn(Element.prototype, 'attachShadow');
  vi.resetModules();
  const { Status } = await import('./status.tsx');
  const { rerender, unmount } = render(<Status>All correct!</Status>);
  const root: ShadowRoot | undefined = attachShadow.mock.results[0]?.value;
  const told = () => root?.textContent;
  expect(root?.querySelector('[role=status]')).toBeTruthy();
  expect(told()).toBe('');
  await waitFor(() => expect(told()).toBe('All correct!'));
  rerender(<Status>The pause is gone.</Status>);
  await waitFor(() => expect(told()).toBe('The pause is gone.'));
  // The same sentence about another line is news.
  unmount();
  render(<Status>The pause is gone.</Status>);
  expect(told()).toBe('');
  await waitFor(() => expect(told()).toBe('The pause is gone.'));
  expect(attachShadow).toHaveBeenCalledOnce();
  attachShadow.mockRestore();
});
