import { useTranslation } from '../../locales/translation.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Copies a candidate's URL, or shows it if that fails. */
export function useCopyUrl(): (url: string) => Promise<void> {
  const { t } = useTranslation();
  return async (url) => {
    if (await copyText(url)) toast.success(t('candidateCard.copied'));
    else toast.failure(t('candidateCard.copyFailed', { url }));
  };
}
