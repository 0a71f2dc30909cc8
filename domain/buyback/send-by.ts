import type { CircuitType } from '../circuit/circuit-type.ts'
import { dayPlus, lastOpenDay, localTime, type OpeningHours } from '../organization/opening-hours.ts'
import { promiseEndsAt, quoteValidityDays } from './quote-validity.ts'

/** Days that an account gives its customers to hand a product over. */
export const sendWithinDays = { shortest: 5, longest: 60, default: quoteValidityDays } as const

/** Days before the last one on which the customer is reminded, and the hour of it on the account's clocks. */
const reminder = { days: 3, hour: '09:00' } as const

/** Until when a product is to be handed over. */
export interface SendBy {
  /** The last day, `YYYY-MM-DD`. */
  readonly day: string
  /** When the customer is reminded, on the account's clocks. */
  readonly remindAt: string
}

/**
 * Until when its customer hands over what is sold at a moment: where its price ends, by a day on which it holds until
 * midnight, and on which its store is open where that is known. Null where nobody waits for the customer: a counter has the product, and a collection comes for it.
 */
export function sendByOf(
  circuit: CircuitType,
  sale: {
    readonly atMs: number
    readonly timeZone: string
    readonly withinDays: number
    /** Of the store that takes it; null where none are known. */
    readonly openingHours?: OpeningHours | null
  },
): SendBy | null {
  if (circuit !== 'web_post' && circuit !== 'web_drop_label' && circuit !== 'web_drop') return null
  const soldOn = localTime(sale.atMs, sale.timeZone).day
  const day = dayPlus(soldOn, sale.withinDays)
  // The promise ends at the hour of the sale, so that its last day is not a whole one.
  const wholeDay = dayPlus(localTime(promiseEndsAt(sale.atMs), sale.timeZone).day, -1)
  const latest = circuit === 'web_drop' && wholeDay < day ? wholeDay : day
  const last = (sale.openingHours && lastOpenDay(sale.openingHours, dayPlus(soldOn, 1), latest)) ?? latest
  return { day: last, remindAt: `${dayPlus(last, -reminder.days)} ${reminder.hour}` }
}
