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

it('shows the language that was chosen last, even if an earlier one loads later', async () => {
  vi.resetModules();
  const { chooseLanguage, startI18n } = await import('./i18n.ts');
  const { CATALOGUES } = await import('./catalogues.ts');
  const { currentTranslation } = await import('./translation.ts');
  await startI18n();
  const load = CATALOGUES.es.everyone;
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  CATALOGUES.es.everyone = async () => {
    await slow;
    return load();
  };
  const spanish = chooseLanguage('es');
  await chooseLanguage('en');
  release();
  await spanish;
  expect(currentTranslation().t('app.cancel')).toBe('Cancel');
});

it('starts in English if the user’s language can’t be loaded', async () => {
  vi.resetModules();
  localStorage.setItem('interface_language', 'es');
  const { startI18n } = await import('./i18n.ts');
  const { CATALOGUES } = await import('./catalogues.ts');
  const { currentTranslation } = await import('./translation.ts');
  CATALOGUES.es.everyone = () => Promise.reject(new Error('offline'));
  await startI18n();
  expect(currentTranslation().t('app.cancel')).toBe('Cancel');
});
