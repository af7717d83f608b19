import { useState } from 'react';
import { useProfile } from '../api/session.ts';
import { HomeScreen } from '../features/practice/home/home-screen.tsx';
import { InlinePart, lazyPart } from '../ui/lazy-part.tsx';

// Newcomers alone see it.
const LanguageQuestion = lazyPart(
  () => import('../features/accounts/profile/language-question.tsx'),
  'LanguageQuestion',
);

const ASKED = 'languages_asked';

/** The videos; above them, for someone whose languages aren't known, the question for these. Never instead of them: docs/decisions/013. */
export function HomePage() {
  const profile = useProfile();
  const [isAnswered, setIsAnswered] = useState(() => localStorage.getItem(ASKED) === profile?.username);
  const isNew = profile && profile.native_language === null && profile.target_languages.length === 0;
  const [wasNew] = useState(isNew);
  return (
    <>
      {wasNew && !isAnswered && (
        <InlinePart>
          <LanguageQuestion
            onDone={() => {
              localStorage.setItem(ASKED, profile?.username ?? '');
              setIsAnswered(true);
            }}
          />
        </InlinePart>
      )}
      <HomeScreen />
    </>
  );
}
