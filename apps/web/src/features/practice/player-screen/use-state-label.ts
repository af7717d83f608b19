import type { PlayerSettings } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import type { PlayerSnapshot } from '../player/player.ts';

/** What the player is doing, in words. */
export function useStateLabel({ phase, round }: PlayerSnapshot, { repeats }: PlayerSettings): string {
  const { t } = useTranslation();
  switch (phase.name) {
    case 'loading':
      return t('practice.loading');
    case 'ready':
    case 'failed':
      return t('practice.ready');
    case 'transition':
      return t('practice.transition');
    case 'buffering':
      return t('practice.buffering');
    case 'blocked':
      return t('practice.tapToStart');
    case 'turn':
      return t('practice.yourTurn');
    default: {
      if (repeats === 1) return t('practice.listening');
      const time =
        repeats === 0
          ? t('practice.repetitionEndless', { number: round })
          : t('practice.repetition', { number: round, count: repeats });
      return `${t('practice.listening')} · ${time}`;
    }
  }
}
