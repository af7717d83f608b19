import '@mantine/core/styles/NumberInput.css';
import { NumberInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { preferencesQuery, useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { refreshToday } from '../today/queries.ts';

const MOST = 200;

/** Sets the number of new lines that Today offers in a day. */
export function NewLinesChoice() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(preferencesQuery);
  const change = useChangePreferences({
    onQueued: () => toast.note(t('app.savedLater')),
    onRefused: () => toast.failure(t('today.goalNotSaved')),
  });
  if (!data) return null;
  return (
    <NumberInput
      label={t('progress.newADay')}
      description={t('progress.newADayHint')}
      value={data.review.new_a_day}
      min={0}
      max={MOST}
      clampBehavior="strict"
      allowDecimal={false}
      w="min(100%, 20rem)"
      onChange={(value) => {
        if (typeof value !== 'number') return;
        change({ review: { new_a_day: value } });
        void refreshToday(client);
      }}
    />
  );
}
