/** Returns a function that names a local day such as '2026-11-24' in a language: '24 Nov'. */
export function dayNames(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
