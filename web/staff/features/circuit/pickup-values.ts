import { readHours, readTime, typedHours } from '#domain/organization/opening-hours.ts'
import type { PickupRules } from '#domain/circuit/pickup-slots.ts'

/** What the form has of a shipping method's slots. */
export interface PickupValues {
  readonly isOn: boolean
  /** A line for each weekday, and one of the days without slots. */
  readonly windows: string
  readonly capacity: string | number
  readonly daysAhead: string | number
  readonly cutOffDays: string | number
  readonly cutOffTime: string
  readonly holidaysOf: string | null
}

/** The slots of a shipping method as its form begins; `country` is where holidays are kept until one is chosen. */
export function pickupValuesOf(rules: PickupRules | null, country: string | null): PickupValues {
  return {
    isOn: rules !== null,
    windows: rules === null ? '' : typedHours({ days: rules.windows, closedOn: rules.closedOn }),
    capacity: rules?.capacity ?? 5,
    daysAhead: rules?.daysAhead ?? 14,
    cutOffDays: rules?.cutOff.days ?? 1,
    cutOffTime: rules?.cutOff.time ?? '16:00',
    holidaysOf: rules === null ? country : rules.holidaysOf,
  }
}

/** What is sent of them, to be judged by the schema; null where slots are off. */
export function pickupBodyOf(values: PickupValues): unknown {
  if (!values.isOn) return null
  const read = readHours(values.windows)
  const hours = read === 'invalid' ? 'invalid' : (read ?? { days: [], closedOn: [] })
  return {
    windows: hours === 'invalid' ? hours : hours.days,
    capacity: numberOf(values.capacity),
    daysAhead: numberOf(values.daysAhead),
    cutOff: { days: numberOf(values.cutOffDays), time: readTime(values.cutOffTime) ?? values.cutOffTime },
    holidaysOf: values.holidaysOf,
    closedOn: hours === 'invalid' ? [] : hours.closedOn,
  }
}

function numberOf(typed: string | number): number | null {
  return typed === '' ? null : Number(typed)
}
