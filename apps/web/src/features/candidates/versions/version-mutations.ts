import { candidates } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** A downloaded subtitle: its candidate, its key, and its language's name for messages. */
export type VersionName = { candidateId: number; key: string; language: string };

export type CleaningOptions = {
  remove_hearing_impaired: boolean;
  remove_speaker_names: boolean;
  remove_effects: boolean;
};

const buildRequest = ({ candidateId, key }: VersionName) => ({
  params: { id: candidateId },
  body: { version_key: key },
});

function useVersionMutation<Input, Output>(options: {
  version: VersionName;
  send: (input: Input) => Promise<Output>;
  success: (response: Output) => string;
  failure:
    | 'candidateVersion.convertFailed'
    | 'candidateVersion.cleanFailed'
    | 'candidateVersion.deleteFailed'
    | 'candidateVersion.restoreFailed';
}) {
  const { version, send, success, failure } = options;
  const { t } = useTranslation();
  return useMutation({
    mutationFn: send,
    onSuccess: (response) => toast.success(success(response)),
    onError: () => toast.failure(t(failure, { language: version.language, key: version.key })),
    meta: { stale: ['candidates'] },
  });
}

export function useConvert(version: VersionName) {
  const { t } = useTranslation();
  return useVersionMutation({
    version,
    send: () => call(candidates.convertSubtitle, buildRequest(version)),
    success: () => t('candidateVersion.converted', { key: version.key }),
    failure: 'candidateVersion.convertFailed',
  });
}

export function useRestore(version: VersionName) {
  const { t } = useTranslation();
  return useVersionMutation({
    version,
    send: () => call(candidates.restoreSubtitle, buildRequest(version)),
    success: () => t('candidateVersion.restored', { key: version.key }),
    failure: 'candidateVersion.restoreFailed',
  });
}

export function useDeleteVersion(version: VersionName) {
  const { t } = useTranslation();
  return useVersionMutation({
    version,
    send: () => call(candidates.deleteDownloadedSubtitle, buildRequest(version)),
    success: () => t('candidateVersion.deleted', { key: version.key }),
    failure: 'candidateVersion.deleteFailed',
  });
}

export function useClean(version: VersionName) {
  const { t } = useTranslation();
  return useVersionMutation({
    version,
    send: ({ options, refused }: { options: CleaningOptions; refused: number[] }) => {
      const { params, body } = buildRequest(version);
      return call(candidates.cleanSubtitle, { params, body: { ...body, ...options, refused } });
    },
    success: ({ changed }) => t('candidateClean.cleaned', { count: changed }),
    failure: 'candidateVersion.cleanFailed',
  });
}

/** Previews the changes that cleaning would make, and counts them without the refused ones. */
export const cleaningQuery = (
  version: VersionName,
  options: CleaningOptions,
  refused: readonly number[] = [],
) => {
  const { params, body } = buildRequest(version);
  return queryFor(
    candidates.previewCleaning,
    { params, body: { ...body, ...options, refused: [...refused] } },
    {
      // Refused changes are identified by their position, so the list must not change while it is shown.
      staleTime: 'static',
      gcTime: 0,
    },
  );
};
