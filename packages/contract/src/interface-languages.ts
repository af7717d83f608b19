/** Languages of the web app and of the server's messages. Each has a folder of messages in both apps. */
export const INTERFACE_LANGUAGES = ['en', 'es'] as const;
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** Request header with the caller's time zone (`Europe/Madrid`), for times in the server's messages. */
export const TIME_ZONE_HEADER = 'x-time-zone';
