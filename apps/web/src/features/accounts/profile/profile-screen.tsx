import type { accounts } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useLanguages } from '../../../api/languages.ts';
import { profileQuery } from '../../../api/session.ts';
import { loadTurnWording } from '../../../locales/i18n.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { InlinePart, lazyPart } from '../../../ui/lazy-part.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { Section, SectionedPage, SectionSkeleton } from '../section.tsx';
import { LanguageForm } from './language-form.tsx';
import { PracticeLanguages } from './practice-languages.tsx';
import classes from './profile-screen.module.css';
import { useUpdateNativeLanguage } from './queries.ts';

const OwnReports = lazyPart(async () => {
  await loadTurnWording();
  return import('./own-reports.tsx');
}, 'OwnReports');

export function ProfileScreen() {
  const { t } = useTranslation();
  usePageTitle(t('nav.profile'));
  const { data: profile, isFetching, refetch } = useQuery(profileQuery);

  return (
    <SectionedPage title={t('nav.profile')} isWide>
      {profile && (
        <>
          <ProfileFacts profile={profile} />
          <PracticeLanguages practised={profile.target_languages} />
          <InlinePart fallback={null}>
            <OwnReports />
          </InlinePart>
        </>
      )}
      {!profile && isFetching && <SectionSkeleton />}
      {!profile && !isFetching && <Failure message={t('profile.loadFailed')} onRetry={() => refetch()} />}
    </SectionedPage>
  );
}

function ProfileFacts({ profile }: { profile: accounts.Profile }) {
  const { t } = useTranslation();
  const { languages, isBuiltIn, languageName } = useLanguages();
  const update = useUpdateNativeLanguage();
  const native = profile.native_language;
  return (
    <Section>
      <dl className={classes.facts}>
        <div>
          <dt>{t('auth.username')}</dt>
          <dd>
            <bdi>{profile.username}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('profile.nativeLanguage')}</dt>
          <dd data-unset={native ? undefined : true}>
            {native ? languageName(native) : t('profile.notSet')}
          </dd>
        </div>
      </dl>
      <LanguageForm
        label={t('profile.updateNative')}
        submitLabel={t('profile.update')}
        note={isBuiltIn ? t('languages.loadFailed') : undefined}
        choices={languages}
        isPending={update.isPending}
        onChoose={update.mutate}
      />
    </Section>
  );
}
