import { Text } from '@mantine/core';
import { useTranslation } from '../locales/translation.ts';
import { interpretError } from './failure-meaning.ts';
import type { MediaFailure } from './media.ts';

/** Explains to curators why the video can't be played, and how to fix it. Renders nothing without a failure. */
export function MediaFault({ failure }: { failure: MediaFailure | null }) {
  const { t } = useTranslation();
  if (failure === null) return null;
  const meaning = interpretError(failure);
  const isForCurators = meaning === 'badId' || meaning === 'gone' || meaning === 'noEmbedding';
  return (
    <Text c="var(--error)" size="sm" role="alert">
      {isForCurators ? t(`mediaFaults.${meaning}`) : t(`playerFaults.${meaning}`)}{' '}
      {t('mediaFaults.canStillEdit')}
    </Text>
  );
}
