import { useState } from 'react';
import { useAccount, useProfile } from '../api/session.ts';
import { accountStorage } from '../device-storage/account-storage.ts';
import { LanguageQuestion } from '../features/accounts/profile/language-question.tsx';
import { HomeScreen } from '../features/practice/home/home-screen.tsx';

/** True once the question was answered or postponed. */
const questionSeen = accountStorage<boolean>('welcome');

/**
 * The list of videos, and above it, for users without languages, the question about their languages. It never replaces the
 * list: docs/decisions/013.
 */
export function HomePage() {
  const profile = useProfile();
  const account = useAccount();
  const [isAnswered, setIsAnswered] = useState(() => questionSeen.read(account));
  const isNew = profile && profile.native_language === null && profile.target_languages.length === 0;
  const [wasNew] = useState(isNew);
  return (
    <>
      {wasNew && !isAnswered && (
        <LanguageQuestion
          onDone={() => {
            questionSeen.write(account, true);
            setIsAnswered(true);
          }}
        />
      )}
      <HomeScreen />
    </>
  );
}
