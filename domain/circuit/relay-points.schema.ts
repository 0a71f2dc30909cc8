import * as z from 'zod'
import { countryCode } from '../kernel/country-code.schema.ts'
import { optionalLine, requiredText, textOf } from '../kernel/text-input.schema.ts'
import { relayLimits } from './relay-points.ts'

const line = (max: number) => requiredText({ min: 1, max })

/** The carrier's own name of a point. */
export const relayReference = textOf('code').min(1).max(relayLimits.reference)

/** A point as a carrier tells it. */
export const relayPointSchema = z
  .object({
    reference: relayReference,
    name: line(relayLimits.name),
    street: optionalLine(relayLimits.street).default(null),
    zipCode: line(relayLimits.zipCode),
    city: line(relayLimits.city),
    country: countryCode(),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
    openingHours: optionalLine(relayLimits.openingHours).default(null),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null))

/** A point as it is told to customers and the office. */
export const relayPointAnswer = z.object({
  reference: z.string(),
  name: z.string(),
  street: z.string().nullable(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  openingHours: z.string().nullable(),
})

/** The same with its distance from where it was looked for. */
export const foundRelayPointAnswer = relayPointAnswer.extend({ distanceKm: z.number().nullable() })
