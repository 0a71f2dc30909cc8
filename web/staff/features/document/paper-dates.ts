const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const time = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** How papers write days and times: whole, because they are read long after, and in the account's time zone. */
export function paperDates(language: string, timeZone: string) {
  const writer = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    try {
      return new Intl.DateTimeFormat(language, { ...options, timeZone })
    } catch {
      return new Intl.DateTimeFormat(language, { ...options, timeZone: 'Europe/Paris' })
    }
  }
  const [days, times] = [writer(day), writer(time)]
  return { day: (date: Date) => days.format(date), time: (date: Date) => times.format(date) }
}
