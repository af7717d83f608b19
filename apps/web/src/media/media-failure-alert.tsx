import { Text } from '@mantine/core';
import { useTranslation } from '../locales/translation.ts';
import { interpretFailure } from './interpret-failure.ts';
import type { MediaFailure } from './media.ts';

/** Explains to curators why the video can't be played, and how to fix it. Empty without a failure. */
export function MediaFailureAlert({ failure }: { failure: MediaFailure | null }) {
  const { t } = useTranslation();
  if (failure === null) return null;
  const meaning = interpretFailure(failure);
  const isForCurators = meaning === 'badId' || meaning === 'removed' || meaning === 'noEmbedding';
  return (
    <Text c="var(--error)" size="sm" role="alert">
      {isForCurators ? t(`mediaFailures.${meaning}`) : t(`playerFailures.${meaning}`)}{' '}
      {t('mediaFailures.canStillEdit')}
    </Text>
  );
}
