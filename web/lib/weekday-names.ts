/** Writes weekdays, 1 for Monday to 7 for Sunday, in a language. */
export function weekdayNames(language: string, weekday: 'long' | 'short' = 'long'): (day: number) => string {
  const names = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  // 1 January 2024 is a Monday.
  return (day) => names.format(new Date(Date.UTC(2024, 0, day)))
}
