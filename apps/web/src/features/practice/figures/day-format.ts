/** Returns a function that formats a local day such as '2026-11-24' in a language, as '24 Nov' by default. */
export function createDayFormat(
  language: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' },
): (day: string) => string {
  const { format } = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return (day) => format(new Date(`${day}T00:00:00Z`));
}
