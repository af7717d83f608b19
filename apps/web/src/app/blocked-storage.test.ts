import { waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../locales/en/index.ts';

it('a browser that blocks site data shows a message with the next step instead of the app', async () => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const storage = vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
    onTestFinished(() => storage.mockRestore());
  }
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  onTestFinished(() => root.remove());
  await import('../main.tsx');
  await waitFor(() => expect(root.textContent).toContain(en.blockedStorage.title));
  expect(root.textContent).toContain(en.blockedStorage.text);
});
