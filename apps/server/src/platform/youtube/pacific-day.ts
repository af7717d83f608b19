const pacific = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const HOUR_MS = 3_600_000;

/** The day by which YouTube counts its quota, `2026-11-21`: that of its Pacific time. */
export const pacificDay = (moment: Date): string => pacific.format(moment);

/** When the next such day begins: midnight there is 7:00 UTC in summer and 8:00 in winter. */
export function nextPacificDay(moment: Date): Date {
  const today = pacificDay(moment);
  const hour = new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);
  do hour.setTime(hour.getTime() + HOUR_MS);
  while (pacificDay(hour) === today);
  return hour;
}
