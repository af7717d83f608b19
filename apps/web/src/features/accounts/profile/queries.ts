import { accounts } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { invalidate } from '../../../api/query.ts';
import { profileQuery } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

type ProfileOrNone = accounts.Profile | null | undefined;
/** Updates the cached profile. */
type Change = (profile: ProfileOrNone) => ProfileOrNone;

function useSetProfile() {
  const client = useQueryClient();
  const { queryKey } = profileQuery;
  return async (change: Change) => {
    // A response requested before the change would restore the old profile.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, change);
    // The order of videos and the translation shown depend on the languages.
    await invalidate(client, 'videos');
  };
}

function useProfileChange<Variables>(
  request: (variables: Variables) => Promise<Change>,
  wording: { done: string; failed: string },
) {
  const client = useQueryClient();
  const setProfile = useSetProfile();
  return useMutation({
    // Sequential, so that the last response is the newest profile.
    scope: { id: 'profile' },
    mutationFn: request,
    onSuccess: async (change) => {
      await setProfile(change);
      toast.success(wording.done);
    },
    onError: (error) => {
      toast.failure(wording.failed);
      // The language was removed in another tab.
      if (error instanceof ApiError && error.status === 404) {
        return client.invalidateQueries({ queryKey: profileQuery.queryKey });
      }
    },
  });
}

export function useUpdateNativeLanguage() {
  const { t } = useTranslation();
  return useProfileChange(
    async (native_language: string) => {
      const profile = await call(accounts.updateProfile, { body: { native_language } });
      return () => profile;
    },
    { done: t('profile.nativeUpdated'), failed: t('profile.nativeFailed') },
  );
}

export function useAddPracticeLanguage() {
  const { t } = useTranslation();
  return useProfileChange(
    async (language: string) => {
      const profile = await call(accounts.addPracticeLanguage, { body: { language } });
      return () => profile;
    },
    { done: t('profile.practiceAdded'), failed: t('profile.practiceAddFailed') },
  );
}

export function useRemovePracticeLanguage() {
  const { t } = useTranslation();
  return useProfileChange(
    async (language: string) => {
      await call(accounts.removePracticeLanguage, { params: { language } });
      return (profile) =>
        profile && {
          ...profile,
          target_languages: profile.target_languages.filter((practised) => practised.language !== language),
        };
    },
    { done: t('profile.practiceRemoved'), failed: t('profile.practiceRemoveFailed') },
  );
}

/** Saves the native language without toasts: the Settings screen shows success and failure in the page. */
export function useSaveNativeLanguage() {
  const setProfile = useSetProfile();
  return async (native_language: string | null) => {
    const profile = await call(accounts.replaceProfile, { body: { native_language } });
    await setProfile(() => profile);
  };
}

/** Saves the email address. A new one requires the password, if there is one. */
export function useSaveEmail() {
  const setProfile = useSetProfile();
  return async (body: { email: string; current_password: string | undefined }) => {
    const profile = await call(accounts.updateProfile, { body });
    await setProfile(() => profile);
  };
}

export function useSaveLanguages() {
  const setProfile = useSetProfile();
  return async ({
    native,
    practiceLanguages,
  }: {
    native: string | null;
    practiceLanguages: readonly string[];
  }) => {
    let profile = await call(accounts.updateProfile, { body: { native_language: native } });
    for (const language of practiceLanguages) {
      profile = await call(accounts.addPracticeLanguage, { body: { language } });
    }
    await setProfile(() => profile);
  };
}
