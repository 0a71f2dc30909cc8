/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string

/** Tells the public holidays of a country. */
export type IsHoliday = (day: Day) => boolean

/** Working days between settling and payment that customers are promised (lifecycle, money rule 6). */
export const promiseWorkingDays = 5

const dayMs = 86_400_000

/** The day by which a buyback settled on `settledOn` is promised to be paid. */
export function promisedDay(settledOn: Day, isHoliday: IsHoliday): Day {
  return addWorkingDays(settledOn, promiseWorkingDays, isHoliday)
}

/** The `count`-th working day after a day; the day itself for 0, working or not. Counts are small and not negative. */
export function addWorkingDays(day: Day, count: number, isHoliday: IsHoliday): Day {
  let at = day
  for (let left = count; left > 0;) {
    at = shift(at, 1)
    if (isWorkingDay(at, isHoliday)) left -= 1
  }
  return at
}

/**
 * Working days after `from` up to and with `to`; negative where `to` lies before. Two days are never none apart: what was
 * promised for Friday is a day late on Saturday.
 */
export function workingDaysUntil(from: Day, to: Day, isHoliday: IsHoliday): number {
  if (to === from) return 0
  if (to < from) return -workingDaysUntil(to, from, isHoliday)
  let count = 0
  for (let at = from; at < to;) {
    at = shift(at, 1)
    if (isWorkingDay(at, isHoliday)) count += 1
  }
  return Math.max(count, 1)
}

/** Whether banks and offices of a country work on a day: no weekend, no public holiday, no closing day of TARGET. */
export function isWorkingDay(day: Day, isHoliday: IsHoliday): boolean {
  const weekday = new Date(msOf(day)).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isTargetClosingDay(day) && !isHoliday(day)
}

const fixedClosingDays: readonly string[] = ['01-01', '05-01', '12-25', '12-26']
/** Good Friday is 20 March at the earliest, Easter Monday 26 April at the latest. */
const easterMonths: readonly string[] = ['03', '04']

/** The six days on which TARGET, the settlement system of the euro, is closed beside weekends. */
export function isTargetClosingDay(day: Day): boolean {
  if (fixedClosingDays.includes(day.slice(5))) return true
  // Lists of payments count days of years: Easter is worked out for the two months that it can fall in.
  if (!easterMonths.includes(day.slice(5, 7))) return false
  const easter = easterSunday(Number(day.slice(0, 4)))
  return day === shift(easter, -2) || day === shift(easter, 1)
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  const [month, dayOfMonth] = [Math.floor(sum / 31), (sum % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}

function shift(day: Day, days: number): Day {
  return new Date(msOf(day) + days * dayMs).toISOString().slice(0, 10)
}

function msOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}
