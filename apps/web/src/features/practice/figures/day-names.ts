/** Returns a function that formats a local day such as '2026-11-24' in a language: '24 Nov', or as in the options. */
export function dayNames(
  language: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' },
): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
