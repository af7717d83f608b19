const KEY = 'interface_language';

/** Returns the interface language chosen on this device; null: the browser's. */
export const chosenLanguage = (): string | null => localStorage.getItem(KEY);

export function storeChosenLanguage(language: string | null): void {
  if (language) localStorage.setItem(KEY, language);
  else localStorage.removeItem(KEY);
}

/** Returns the user's languages, as sent to the server: the chosen interface language first, then the browser's. */
export function acceptedLanguages(): string[] {
  const chosen = chosenLanguage();
  return chosen ? [chosen, ...navigator.languages] : [...navigator.languages];
}
