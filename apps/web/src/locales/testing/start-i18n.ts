import * as i18n from '../i18n.ts';

/** Loads all texts, so that a test can open any screen. */
export async function startI18n(): Promise<void> {
  await i18n.startI18n();
  await i18n.loadAdminWording();
  await i18n.loadSecondFactorWording();
  await i18n.loadTurnWording();
  await i18n.loadTodayWording();
}
