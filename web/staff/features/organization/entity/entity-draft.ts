import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { entityPatchSchema, entitySchema, type Entity } from '#domain/organization/entity.schema.ts'
import { readHours, typedHours } from '#domain/organization/opening-hours.ts'
import { entityFaults, faultsOfChange, needsParent, type PlaceChecks } from '#domain/organization/entity.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'

/** What was typed into a field of degrees: a number, or text that is none yet. */
type Typed = string | number

/** A field of an entity's form. */
export type EntityField = keyof Entity

type Text<Value> = Value extends string | null ? (null extends Value ? string : Value) : Value

/** An entity as it is being written: an empty text is none. */
export type EntityDraft = {
  readonly [
    Field in Exclude<EntityField, 'type' | 'latitude' | 'longitude' | 'openingHours' | 'timeZone' | `${string}Id`>
  ]: Text<Entity[Field]>
} & {
  readonly type: OrganizationType | null
  readonly externalId: string
  readonly parentOrganizationId: string | null
  readonly defaultWarehouseId: string | null
  readonly buyerAccountId: string | null
  readonly latitude: Typed
  readonly longitude: Typed
  /** A line for each weekday, and one of the days that it stays closed on. */
  readonly openingHours: string
  readonly timeZone: string | null
}

/** What is wrong with fields, by the codes of their words. */
export type EntityFaults = ReadonlyMap<EntityField, string>

/** An entity as its form begins: one that is there, or a new one in the country that it most likely is in. */
export function draftOf(entity: OrganizationAnswer | null, likelyCountry = ''): EntityDraft {
  return {
    type: entity?.type ?? null,
    status: entity?.status ?? 'active',
    commonName: entity?.commonName ?? '',
    corporateName: entity?.corporateName ?? '',
    siret: entity?.siret ?? '',
    capital: entity?.capital ?? '',
    externalId: entity?.externalId ?? '',
    parentOrganizationId: entity?.parentOrganizationId ?? null,
    defaultWarehouseId: entity?.defaultWarehouseId ?? null,
    buyerAccountId: entity?.buyer?.id ?? null,
    street: entity?.street ?? '',
    streetMore: entity?.streetMore ?? '',
    zipCode: entity?.zipCode ?? '',
    city: entity?.city ?? '',
    country: entity === null ? likelyCountry : (entity.country ?? ''),
    placeEmail: entity?.placeEmail ?? '',
    phone: entity?.phone ?? '',
    directionsUrl: entity?.directionsUrl ?? '',
    openingHours: typedHours(entity?.openingHours ?? null),
    timeZone: entity?.timeZone ?? null,
    latitude: entity?.latitude ?? '',
    longitude: entity?.longitude ?? '',
    geocodedByUser: entity?.geocodedByUser ?? false,
  }
}

/** A draft whose place was typed: by hand, until neither degree is left. */
export function withPlace(
  draft: EntityDraft,
  place: Partial<Pick<EntityDraft, 'latitude' | 'longitude'>>,
): EntityDraft {
  const next = { ...draft, ...place }
  return { ...next, geocodedByUser: next.latitude !== '' || next.longitude !== '' }
}

/** A draft of another type: what stands under one may not stand under another. */
export function withType(draft: EntityDraft, type: OrganizationType): EntityDraft {
  return { ...draft, type, parentOrganizationId: null, defaultWarehouseId: null, buyerAccountId: null }
}

/**
 * Whether the form has to ask for an entity's parent: users of a branch have to name one also where the head office
 * does not.
 */
export function asksParent(type: OrganizationType, isAtTop: boolean): boolean {
  return type !== 'root_management_unit' && (needsParent(type) || !isAtTop)
}

/** What is known beside the draft. */
export interface DraftFacts {
  /** What the libraries of places know; null until they have come, and the server then judges alone. */
  readonly checks: PlaceChecks | null
  readonly isAtTop: boolean
  /** The entity as the form began with it: a fault that it already had may stay in fields that are not changed. */
  readonly before?: OrganizationAnswer | null
}

const lenient: PlaceChecks = { country: () => true, zipCode: (value) => value }
const nullable = ['corporateName', 'street', 'city', 'country'] as const

/** What is sent of a draft, or which of its fields have to be mended. */
export function checkEntity(draft: EntityDraft, facts: DraftFacts): Result<Entity, EntityFaults> {
  const { checks, isAtTop, before = null } = facts
  const began = before === null ? null : draftOf(before)
  const isTouched = (field: string): boolean => began === null || at(draft, field) !== at(began, field)
  const texts = Object.fromEntries(nullable.map((field) => [field, draft[field].trim() === '' ? null : draft[field]]))
  const degrees = { latitude: numberOf(draft.latitude), longitude: numberOf(draft.longitude) }
  const openingHours = readHours(draft.openingHours)
  const typed = Object.entries({ ...draft, ...texts, ...degrees, openingHours }).filter(([field]) => isTouched(field))
  const parsed = (began === null ? entitySchema : entityPatchSchema).safeParse(Object.fromEntries(typed))
  const faults = new Map<EntityField, string>()
  const add = (field: EntityField, code: string) => faults.has(field) || faults.set(field, code)
  if (openingHours === 'invalid' && isTouched('openingHours')) add('openingHours', 'ENTITY_HOURS_INVALID')
  for (const { path, message } of parsed.error?.issues ?? []) add(path[0] as EntityField, message)
  const { type, parentOrganizationId } = draft
  if (isTouched('parentOrganizationId') && type !== null && parentOrganizationId === null && asksParent(type, isAtTop))
    add('parentOrganizationId', 'ENTITY_PARENT_REQUIRED')
  if (!parsed.success) return fail(faults)
  const whole = { ...(before !== null && presentOf(before)), ...parsed.data } as Entity
  // The country of the company, by which a SIRET without one is judged, is the server's to know.
  for (const { field, code } of faultsOfChange(entityFaults(whole, '', checks ?? lenient), isTouched)) add(field, code)
  return faults.size === 0 ? succeed(whole) : fail(faults)
}

/** The fields of an entity that are not what they were. */
export function changedOf(before: OrganizationAnswer, next: Entity): Partial<Entity> {
  const changed = Object.entries(next).filter(([field, value]) => !areSame(at(presentOf(before), field), value))
  return Object.fromEntries(changed) as Partial<Entity>
}

/** An entity that is there, in the fields of its form. */
function presentOf(before: OrganizationAnswer): Entity {
  const unsaid = { phone: null, directionsUrl: null, openingHours: null, timeZone: null }
  const present = { ...unsaid, ...before, buyerAccountId: before.buyer?.id ?? null }
  return Object.fromEntries(Object.keys(entitySchema.shape).map((field) => [field, at(present, field)])) as Entity
}

function areSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

function at(fields: object, name: string): unknown {
  return (fields as Readonly<Record<string, unknown>>)[name]
}

function numberOf(typed: Typed): number | null {
  return typed === '' ? null : Number(typed)
}
