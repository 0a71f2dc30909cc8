import Holidays from 'date-holidays'
import type pg from 'pg'
import { promisedDay } from '#domain/payment/working-days.ts'

/** The day on which each settling of the drafts is promised to be paid, by the rule that the product itself goes by. */
export async function promisedDays(client: pg.ClientBase): Promise<Readonly<Record<string, string>>> {
  const calendar = new Holidays('FR')
  const years = new Map<string, readonly string[]>()
  const isHoliday = (day: string): boolean => {
    const year = day.slice(0, 4)
    const days =
      years.get(year) ??
      calendar
        .getHolidays(Number(year))
        .filter(({ type }) => type === 'public')
        .map(({ date }) => date.slice(0, 10))
    years.set(year, days)
    return days.includes(day)
  }
  const { rows } = await client.query<{ day: string }>(
    `select distinct (settled_at at time zone 'Europe/Paris')::date::text as day from demo_draft
      where settled_at is not null`,
  )
  return Object.fromEntries(rows.map(({ day }) => [day, promisedDay(day, isHoliday)]))
}
