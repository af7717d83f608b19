/** The path of a Chromium, brought where there is none. Throws when none can be. */
export function ensureChromium(): string;
