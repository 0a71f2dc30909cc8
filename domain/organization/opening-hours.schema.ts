import * as z from 'zod'
import { isDay } from '../kernel/day.ts'
import { areDisjoint, hoursLimits, weekdays } from './opening-hours.ts'

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** When a store is open: several spans of each weekday in their order, and days on which it stays closed. */
export const openingHoursSchema = z
  .strictObject({
    days: z
      .array(z.strictObject({ day: z.int().min(1).max(7), opens: time, closes: time.or(z.literal('24:00')) }))
      .max(7 * hoursLimits.spansOfDay, 'ENTITY_HOURS_INVALID'),
    closedOn: z
      .array(
        z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .refine(isDay),
      )
      .max(hoursLimits.closedOn, 'ENTITY_HOURS_INVALID'),
  })
  .refine(
    ({ days }) =>
      weekdays.every((day) => {
        const spans = days.filter((span) => span.day === day)
        return spans.length <= hoursLimits.spansOfDay && areDisjoint(spans)
      }),
    'ENTITY_HOURS_INVALID',
  )
  // Hours that name no day say nothing.
  .transform((hours) => (hours.days.length === 0 && hours.closedOn.length === 0 ? null : hours))

/** How customers visit a place and reach it, beside its address; each part may be unknown. */
export const visitAnswer = {
  phone: z.string().nullable().optional(),
  directionsUrl: z.string().nullable().optional(),
  openingHours: z
    .object({
      days: z.array(z.object({ day: z.int(), opens: z.string(), closes: z.string() })),
      closedOn: z.array(z.string()),
    })
    .nullable()
    .optional(),
  /** By which its hours are told. */
  timeZone: z.string().optional(),
} as const
