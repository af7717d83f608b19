/** Asks for the server's sentences in the language that the interface is shown in. */
export const inThisLanguage = (): { 'accept-language': string } => ({
  'accept-language': document.documentElement.lang || 'en',
});
