/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return year >= 1 && day >= 1 && day <= (days[month - 1] ?? 0)
}

/** A day, `YYYY-MM-DD`, in a language, with its month as a word: `14 December 2026`. */
export function longDay(day: string, language: string): string {
  const format = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, format).format(new Date(`${day}T00:00:00Z`))
}
