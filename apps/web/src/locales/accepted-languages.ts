const KEY = 'interface_language';

/** The interface language that was chosen on this device; null: as the browser asks. */
export const chosenLanguage = (): string | null => localStorage.getItem(KEY);

export function keepChosenLanguage(language: string | null): void {
  if (language) localStorage.setItem(KEY, language);
  else localStorage.removeItem(KEY);
}

/** Languages that the user reads, best first: the chosen interface language, then the browser's. The server gets the same list. */
export function acceptedLanguages(): string[] {
  const chosen = chosenLanguage();
  return chosen ? [chosen, ...navigator.languages] : [...navigator.languages];
}
