import * as z from 'zod'
import { countryCode } from '../kernel/country-code.schema.ts'
import { optionalText } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { circuitLimits } from './circuit.schema.ts'
import { circuitTypes } from './circuit-type.ts'
import { relaySources } from './relay-points.ts'
import { pickupRulesSchema } from './pickup-slots.schema.ts'
import { modifierSchema } from './modifier.schema.ts'
import { shippingMethodTypes } from './shipping-method-type.ts'

/** Texts of a shipping method, which can be given in each language. */
export const shippingMethodTexts = ['description'] as const

const description = optionalText(circuitLimits.description)

/** What people write of a shipping method (CIRC-17); its type is chosen once. */
export const shippingMethodSchema = z.strictObject({
  status: z.enum(['active', 'inactive', 'archived']),
  /** What customers read; the name of its circuit where it is empty. */
  description,
  translations: translationsSchema({ description }).optional(),
  modifier: modifierSchema.nullable(),
  /** Codes as of ISO 3166-1; an empty list takes all countries. */
  availableCountries: z
    .array(countryCode())
    .max(300)
    .refine((codes) => new Set(codes).size === codes.length),
  /** The slots in which products are collected at home; null: none are chosen. */
  pickup: pickupRulesSchema.nullable(),
  /** Where the points come from at which customers hand over parcels; null: none are chosen. */
  relayPoints: z.enum(relaySources).nullable(),
})

/** A new shipping method: an absent field has the default of the database. */
export const newShippingMethodSchema = shippingMethodSchema.partial().extend({
  status: z.enum(['active', 'inactive']).optional(),
  /** Pages that are open since before an update send the type of the circuit. */
  type: z.enum(shippingMethodTypes).or(z.enum(circuitTypes)),
})
