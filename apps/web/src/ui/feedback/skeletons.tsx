import '@mantine/core/styles/Skeleton.css';
import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from '../../locales/translation.ts';

type Props = {
  /** Heights in pixels, from the top. */
  heights: readonly number[];
  gap?: 'xs' | 'sm' | 'lg' | 'xl';
};

export function Skeletons({ heights, gap = 'xs' }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap={gap} role="status" aria-label={t('app.loading')}>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  );
}
