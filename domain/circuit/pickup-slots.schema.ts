import * as z from 'zod'
import { countryCode } from '../kernel/country-code.schema.ts'
import { isDay } from '../kernel/day.ts'
import { wholeNumber } from '../kernel/text-input.schema.ts'
import { areDisjoint, hoursLimits, weekdays } from '../organization/opening-hours.ts'
import { pickupLimits } from './pickup-slots.ts'

const time = z.string('ENTITY_HOURS_INVALID').regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'ENTITY_HOURS_INVALID')
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDay)

/** What an account says of the slots in which products are collected; at least one is asked for. */
export const pickupRulesSchema = z
  .strictObject({
    windows: z
      .array(z.strictObject({ day: z.int().min(1).max(7), opens: time, closes: time.or(z.literal('24:00')) }))
      .min(1, 'PICKUP_WINDOWS_MISSING')
      .max(7 * hoursLimits.spansOfDay, 'ENTITY_HOURS_INVALID')
      .refine(
        (windows) => weekdays.every((weekday) => areDisjoint(windows.filter((span) => span.day === weekday))),
        'ENTITY_HOURS_INVALID',
      ),
    capacity: wholeNumber(pickupLimits.capacity).min(1, 'FORM_WHOLE_NUMBER'),
    daysAhead: wholeNumber(pickupLimits.daysAhead).min(1, 'FORM_WHOLE_NUMBER'),
    cutOff: z.strictObject({ days: wholeNumber(pickupLimits.cutOffDays), time }),
    holidaysOf: countryCode().nullable(),
    closedOn: z.array(day).max(hoursLimits.closedOn, 'ENTITY_HOURS_INVALID'),
  })
  .refine(({ daysAhead, cutOff }) => cutOff.days <= daysAhead, {
    // No slot would ever be offered, and none could be left out.
    path: ['cutOff', 'days'],
    error: 'PICKUP_NEVER_OFFERED',
  })

/** The same as it is told. */
export const pickupRulesAnswer = z.object({
  windows: z.array(z.object({ day: z.int(), opens: z.string(), closes: z.string() })),
  capacity: z.int(),
  daysAhead: z.int(),
  cutOff: z.object({ days: z.int(), time: z.string() }),
  holidaysOf: z.string().nullable(),
  closedOn: z.array(z.string()),
})

/** The slot that a customer chooses, by the beginning of its span. */
export const chosenSlot = z.strictObject({ day, opens: time })

/** A slot as it is told. */
export const slotAnswer = z.object({ day: z.string(), opens: z.string(), closes: z.string() })
