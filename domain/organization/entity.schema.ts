import * as z from 'zod'
import { optionalLine, requiredText } from '../kernel/text-input.schema.ts'
import { textLimits } from '../kernel/text-limits.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { entityStatuses, moduleOfType } from './entity.ts'
import { modules } from './module.ts'
import { openingHoursSchema } from './opening-hours.schema.ts'
import { organizationTypes } from './organization-type.ts'
import { siretText } from './siret.schema.ts'

/** Limits of an entity: texts in characters (ORG-20), degrees of its place (ORG-21). */
export const entityLimits = {
  name: { min: 2, max: textLimits.name },
  street: { min: 2, max: 125 },
  city: { min: 2, max: 45 },
  zipCode: 16,
  siret: 20,
  capital: 64,
  email: textLimits.email,
  externalId: textLimits.externalId,
  phone: 32,
  directionsUrl: 500,
  latitude: 90,
  longitude: 180,
} as const

const id = z.guid('FORM_REQUIRED').toLowerCase()
const degrees = (most: number, wrong: string) => z.number(wrong).min(-most, wrong).max(most, wrong).nullable()

/** What is said of an entity beside its type (ORG-15, ORG-16, ORG-18, ORG-20, ORG-21). */
const fields = z.strictObject({
  status: z.enum(entityStatuses),
  commonName: requiredText(entityLimits.name),
  corporateName: requiredText(entityLimits.name).nullable(),
  siret: siretText(entityLimits.siret, 'CLIENT_TEXT_TOO_LONG'),
  capital: optionalLine(entityLimits.capital),
  externalId: optionalLine(entityLimits.externalId),
  /** What it stands under; null beside the tree. */
  parentOrganizationId: id.nullable(),
  /** The warehouse that it sends to. */
  defaultWarehouseId: id.nullable(),
  /** The linked account that a buyer stands for. */
  buyerAccountId: id.nullable(),
  street: requiredText(entityLimits.street).nullable(),
  streetMore: optionalLine(entityLimits.street.max),
  zipCode: optionalLine(entityLimits.zipCode),
  city: requiredText(entityLimits.city).nullable(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'FORM_REQUIRED')
    .nullable(),
  placeEmail: optionalLine(entityLimits.email).refine(
    (text) => text === null || z.email().safeParse(text).success,
    'FORM_EMAIL_INVALID',
  ),
  /** How customers call the place. */
  phone: optionalLine(entityLimits.phone).refine(
    (text) => text === null || /^\+?[\d ()./-]{4,}$/.test(text),
    'ENTITY_PHONE_INVALID',
  ),
  /** A page of a map that leads there; without it, one is made of the address. */
  directionsUrl: optionalLine(entityLimits.directionsUrl).refine(
    (text) => text === null || (/^https:\/\//.test(text) && z.url().safeParse(text).success),
    'ENTITY_DIRECTIONS_INVALID',
  ),
  openingHours: openingHoursSchema.nullable(),
  /** By which its hours are told; null: as its account's. */
  timeZone: z.string().refine(isTimeZone, 'CLIENT_TIME_ZONE_UNKNOWN').nullable(),
  latitude: degrees(entityLimits.latitude, 'ENTITY_LATITUDE'),
  longitude: degrees(entityLimits.longitude, 'ENTITY_LONGITUDE'),
  /** Whether a user has set the position by hand. */
  geocodedByUser: z.boolean(),
})

const type = z.enum(organizationTypes, 'FORM_REQUIRED')

/** An entity with everything that is said of it. */
export const entitySchema = fields.extend({ type })
export type Entity = z.output<typeof entitySchema>

const { commonName, ...optional } = fields.shape

/**
 * A new entity: what is not said of it, it does not have (ORG-28). Its module follows from its type. Sent again under
 * the same `id`, it is the same entity.
 */
export const newEntitySchema = z
  .strictObject(optional)
  .partial()
  .extend({ id: id.optional(), type, commonName, moduleType: z.enum(modules).optional() })
  .refine(({ type: own, moduleType }) => moduleType === undefined || moduleType === moduleOfType(own), {
    path: ['moduleType'],
    error: 'The module follows from the type',
  })

/** What may change of an entity. A patch may name its type and module, as long as they are what they were (ORG-23). */
export const entityPatchSchema = fields.extend({ type, moduleType: z.enum(modules) }).partial()
/** What may change of an entity. */
export type EntityPatch = z.output<typeof entityPatchSchema>

const empty: Omit<Entity, 'type' | 'commonName'> = {
  status: 'active',
  corporateName: null,
  siret: null,
  capital: null,
  externalId: null,
  parentOrganizationId: null,
  defaultWarehouseId: null,
  buyerAccountId: null,
  street: null,
  streetMore: null,
  zipCode: null,
  city: null,
  country: null,
  placeEmail: null,
  phone: null,
  directionsUrl: null,
  openingHours: null,
  timeZone: null,
  latitude: null,
  longitude: null,
  geocodedByUser: false,
}

/** A new entity with what was not said of it. */
export function wholeEntity({ id: _own, moduleType: _follows, ...said }: z.output<typeof newEntitySchema>): Entity {
  const named = Object.entries(said).filter(([, value]) => value !== undefined)
  return { ...empty, type: said.type, commonName: said.commonName, ...Object.fromEntries(named) }
}
