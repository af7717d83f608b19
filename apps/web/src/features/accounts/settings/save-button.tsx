import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './settings-screen.module.css';

type Props = { label: string; isBusy: boolean; isSaved: boolean };

/** Submits a settings form, with a confirmation next to it. */
export function SaveButton({ label, isBusy, isSaved }: Props) {
  const { t } = useTranslation();
  return (
    <Group gap="md">
      <Button type="submit" size="md" loading={isBusy}>
        {label}
      </Button>
      {/* Always rendered: screen readers announce changes of its text. */}
      <div role="status" className={classes.saved}>
        {isSaved && (
          <>
            <IconCheck size={20} aria-hidden />
            {t('settings.saved')}
          </>
        )}
      </div>
    </Group>
  );
}
