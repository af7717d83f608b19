import * as i18n from '../i18n.ts';

/** The interface with all its wording, whichever screen a test opens. */
export async function startI18n(): Promise<void> {
  await i18n.startI18n();
  await i18n.loadAdminWording();
  await i18n.loadSecondFactorWording();
  await i18n.loadTurnWording();
  await i18n.loadTodayWording();
}
