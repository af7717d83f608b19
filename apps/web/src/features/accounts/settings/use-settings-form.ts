import { useTimeout } from '@mantine/hooks';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { useTextForm } from '../forms/use-text-form.ts';

const SAVED_MS = 3000;

export type CheckToken = {
  /** Returns true if there is still a token to save with. */
  checkToken: () => boolean;
};

type Form<Name extends string> = CheckToken &
  Required<Pick<Parameters<typeof useTextForm<Name>>[0], 'names' | 'initial' | 'validate' | 'send'>>;

/** A settings form: fields can be empty, it can be saved repeatedly, and each success shows for a while. */
export function useSettingsForm<Name extends string>({ checkToken, send, ...form }: Form<Name>) {
  const { t } = useTranslation();
  const [isSaved, setIsSaved] = useState(false);
  const hideSaved = useTimeout(() => setIsSaved(false), SAVED_MS);
  const { submit, reset, ...rest } = useTextForm<Name>({
    ...form,
    optional: form.names,
    fallback: t('settings.saveFailed'),
    isRepeatable: true,
    send: async (typed) => {
      try {
        await send(typed);
      } catch (error) {
        checkToken();
        throw error;
      }
      reset();
      setIsSaved(true);
      hideSaved.clear();
      hideSaved.start();
    },
  });

  function submitIfSignedIn(event: SubmitEvent) {
    setIsSaved(false);
    if (checkToken()) submit(event);
    else event.preventDefault();
  }
  return { ...rest, submit: submitIfSignedIn, isSaved };
}
