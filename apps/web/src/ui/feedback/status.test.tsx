import { render, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

it('a sentence is announced by a region that existed before its text', async () => {
  const attachShadow = vi.spyOn(Element.prototype, 'attachShadow');
  vi.resetModules();
  const { Status } = await import('./status.tsx');
  const { rerender, unmount } = render(<Status>All correct!</Status>);
  const root: ShadowRoot | undefined = attachShadow.mock.results[0]?.value;
  const announced = () => root?.textContent;
  expect(root?.querySelector('[role=status]')).toBeTruthy();
  expect(announced()).toBe('');
  await waitFor(() => expect(announced()).toBe('All correct!'));
  rerender(<Status>The pause is gone.</Status>);
  await waitFor(() => expect(announced()).toBe('The pause is gone.'));
  // The same sentence about another line must be announced again.
  unmount();
  render(<Status>The pause is gone.</Status>);
  expect(announced()).toBe('');
  await waitFor(() => expect(announced()).toBe('The pause is gone.'));
  expect(attachShadow).toHaveBeenCalledOnce();
  attachShadow.mockRestore();
});
