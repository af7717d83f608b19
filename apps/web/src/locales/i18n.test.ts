import { expect, it, vi } from 'vitest';

it('texts that load while another language is chosen are in that language', async () => {
  vi.resetModules();
  const { chooseLanguage, loadTodayWording, startI18n } = await import('./i18n.ts');
  const { currentTranslation } = await import('./translation.ts');
  await startI18n();
  await Promise.all([loadTodayWording(), chooseLanguage('es')]);
  expect(currentTranslation().t('memory.unstarred')).toBe('Sin estrella');
  await chooseLanguage('en');
  expect(currentTranslation().t('memory.unstarred')).toBe('Star removed');
});
