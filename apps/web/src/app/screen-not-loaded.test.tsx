import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sampleResponse } from '../testing/sample-responses.ts';
import { setOnline } from '../ui/testing/set-online.ts';

it('a screen that isn’t loaded yet opens automatically once online', async () => {
  // Another test file can have loaded the screen.
  vi.resetModules();
  const { startI18n } = await import('../locales/testing/start-i18n.ts');
  const { openApp } = await import('./testing/open-app.tsx');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await startI18n();
  localStorage.clear();
  const app = await openApp('/login', sampleResponse);
  onTestFinished(async () => {
    setOnline(true);
    await app.close();
  });
  setOnline(false);
  await app.user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  expect(await screen.findByText("This page opens when you're back online.")).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sayback' })).toBeTruthy();
  setOnline(true);
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
});
