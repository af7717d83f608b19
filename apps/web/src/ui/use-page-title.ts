import { useEffect } from 'react';
import { useTranslation } from '../locales/translation.ts';

/** Sets the title in the browser's tab and history. */
export function usePageTitle(title: string | undefined): void {
  const { t } = useTranslation();
  const name = t('app.name');
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
