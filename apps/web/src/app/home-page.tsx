import { useState } from 'react';
import { useProfile } from '../api/session.ts';
import { LanguageQuestion } from '../features/accounts/profile/language-question.tsx';
import { HomeScreen } from '../features/practice/home/home-screen.tsx';

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
        <LanguageQuestion
          onDone={() => {
            localStorage.setItem(ASKED, profile?.username ?? '');
            setIsAnswered(true);
          }}
        />
      )}
      <HomeScreen />
    </>
  );
}
