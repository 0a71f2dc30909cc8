import { dayPlus, weekdayOf, type LocalTime, type OpenSpan } from '../organization/opening-hours.ts'

/** When a product is collected at its customer's: a day, `YYYY-MM-DD`, and a span of it. */
export interface PickupSlot {
  readonly day: string
  readonly opens: string
  readonly closes: string
}

/** What an account says of the slots in which products are collected. */
export interface PickupRules {
  /** Spans of each weekday; each of them is a slot. */
  readonly windows: readonly OpenSpan[]
  /** How many customers are visited in one slot. */
  readonly capacity: number
  /** The last day that is offered, counted from today. */
  readonly daysAhead: number
  /** Until when a slot may be chosen: the time of a day that lies some days before it. */
  readonly cutOff: { readonly days: number; readonly time: string }
  /** The country whose public holidays are left out; null: none are. */
  readonly holidaysOf: string | null
  /** Further days without slots, `YYYY-MM-DD`. */
  readonly closedOn: readonly string[]
}

/** Limits of what an account says of its slots. */
export const pickupLimits = { capacity: 999, daysAhead: 60, cutOffDays: 14 } as const

/** Slots that may be chosen at a moment of the account's clocks, the next first; how many are taken does not count. */
export function offeredSlots(
  rules: PickupRules,
  now: LocalTime,
  isHoliday: (day: string) => boolean,
): readonly PickupSlot[] {
  const days = Array.from({ length: rules.daysAhead + 1 }, (_, at) => dayPlus(now.day, at))
  const moment = textOf(now)
  return days
    .filter((day) => !rules.closedOn.includes(day) && !isHoliday(day))
    .filter((day) => moment < textOf({ day: dayPlus(day, -rules.cutOff.days), time: rules.cutOff.time }))
    .flatMap((day) =>
      rules.windows
        .filter((span) => span.day === weekdayOf(day))
        .map(({ opens, closes }) => ({ day, opens, closes }))
        .toSorted((one, other) => (one.opens < other.opens ? -1 : 1)),
    )
    .filter(({ day, opens }) => moment < textOf({ day, time: opens }))
}

/** Whether two slots are the same one. */
export function isSameSlot(
  one: Pick<PickupSlot, 'day' | 'opens'>,
  other: Pick<PickupSlot, 'day' | 'opens'> | null | undefined,
): boolean {
  return other != null && one.day === other.day && one.opens === other.opens
}

/** A slot in a language, as `Tuesday 1 December, 09:00–12:00`. */
export function slotText({ day, opens, closes }: PickupSlot, language: string): string {
  const format = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language, format).format(new Date(`${day}T00:00:00Z`))}, ${opens}–${closes}`
}

// Days and times of fixed width are ordered as their texts are.
function textOf({ day, time }: LocalTime): string {
  return `${day} ${time}`
}
