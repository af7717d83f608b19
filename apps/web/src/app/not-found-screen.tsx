import { useTranslation } from '../locales/translation.ts';
import { HomeLink, PageFault } from '../ui/feedback/page-fault.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

export function NotFoundScreen() {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <PageFault title={t('notFound.title')} text={t('notFound.text')}>
      <HomeLink />
    </PageFault>
  );
}
