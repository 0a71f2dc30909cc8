import type { IsHoliday } from '#domain/payment/working-days.ts'

/** Finds the public holidays of a country (ISO 3166 alpha-2); an unknown country has none. */
export type PublicHolidays = (country: string) => Promise<IsHoliday>

/** Creates a finder that keeps what it has read. */
export function createPublicHolidays(): PublicHolidays {
  const known = new Map<string, Promise<IsHoliday>>()
  return (country) => {
    const found = known.get(country) ?? readCountry(country)
    known.set(country, found)
    // What could not be read is read again for the next one who asks.
    found.catch(() => known.delete(country))
    return found
  }
}

async function readCountry(country: string): Promise<IsHoliday> {
  // 11 MB that only paying and slots of collections need.
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays(country)
  const years = new Map<number, ReadonlySet<string>>()
  return (day) => {
    const year = Number(day.slice(0, 4))
    const days = years.get(year) ?? daysOf(calendar.getHolidays(year))
    years.set(year, days)
    return days.has(day)
  }
}

function daysOf(holidays: readonly { readonly date: string; readonly type: string }[]): ReadonlySet<string> {
  return new Set(holidays.filter(({ type }) => type === 'public').map(({ date }) => date.slice(0, 10)))
}
