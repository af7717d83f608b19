import '@mantine/core/styles/NumberInput.css';
import { NumberInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { preferencesQuery, useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** Sets the number of new lines that Today offers in a day. */
export function NewLinesInput() {
  const { t } = useTranslation();
  const { data } = useQuery(preferencesQuery);
  const change = useChangePreferences({
    onQueued: () => toast.note(t('app.willSaveLater')),
    onRefused: () => toast.failure(t('today.goalNotSaved')),
  });
  if (!data) return null;
  return (
    <NumberInput
      label={t('progress.newADay')}
      description={t('progress.newADayHint')}
      // Saved on blur.
      key={data.review.new_a_day}
      defaultValue={data.review.new_a_day}
      min={0}
      max={accounts.MAX_NEW_PER_DAY}
      clampBehavior="strict"
      allowDecimal={false}
      size="md"
      styles={{ wrapper: { maxWidth: '12rem' } }}
      onBlur={({ target }) => {
        const value = Number(target.value);
        if (target.value !== '' && value !== data.review.new_a_day) change({ review: { new_a_day: value } });
      }}
    />
  );
}
