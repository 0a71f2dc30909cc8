import { siretFault } from './client.ts'
import type { EntityError } from './entity-errors.ts'
import type { Module } from './module.ts'
import type { OrganizationType } from './organization-type.ts'

/** Whether an entity is in use (ORG-18). */
export const entityStatuses = ['active', 'inactive'] as const
export type EntityStatus = (typeof entityStatuses)[number]

/** Types that an entity may stand under (ORG-22). */
const parentTypes: Readonly<Record<OrganizationType, readonly OrganizationType[]>> = {
  root_management_unit: [],
  management_unit: ['root_management_unit', 'management_unit'],
  store: ['management_unit'],
  warehouse: ['root_management_unit', 'management_unit'],
  buyer: ['root_management_unit', 'buyer'],
}

/** Types whose entities stand somewhere below the head office; warehouses and buyers may also stand beside the tree. */
const neverAlone: readonly OrganizationType[] = ['management_unit', 'store']

/** Types that customers visit or parcels are sent to, so that their address has to be complete. */
const visited: readonly OrganizationType[] = ['store', 'warehouse']

/** The types of entities that one of `type` may stand under. */
export function parentTypesOf(type: OrganizationType): readonly OrganizationType[] {
  return parentTypes[type]
}

/** Whether an entity of a type stands under another in any case. */
export function needsParent(type: OrganizationType): boolean {
  return neverAlone.includes(type)
}

/** Whether an entity of a type needs street, zip code, city and country. */
export function needsAddress(type: OrganizationType): boolean {
  return visited.includes(type)
}

/** The module that people of an entity work in: it follows from the type (ORG-19; decisions, 16). */
export function moduleOfType(type: OrganizationType): Module {
  if (type === 'store') return 'tim'
  if (type === 'warehouse') return 'rps'
  return type === 'buyer' ? 'lcm' : 'root'
}

/** What decides whether an entity may stand under another. */
export interface ParentFacts {
  readonly type: OrganizationType
  readonly status: EntityStatus
  /** Ids from the top of the tree down to the parent itself. */
  readonly path: readonly string[]
}

/** Why an entity may not stand under a parent; `id` is null of a new one. Null where it may (ORG-22). */
export function parentRefusal(
  entity: { readonly id: string | null; readonly type: OrganizationType },
  parent: ParentFacts,
): EntityError | null {
  if (entity.id !== null && parent.path.includes(entity.id)) return 'ENTITY_PARENT_BELOW'
  if (!parentTypesOf(entity.type).includes(parent.type)) return 'ENTITY_PARENT_UNFIT'
  return parent.status === 'active' ? null : 'ENTITY_PARENT_INACTIVE'
}

/** What of an entity hangs together. */
export interface EntityPlace {
  readonly type: OrganizationType
  readonly siret: string | null
  readonly street: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** What is wrong with a field, as the code of its words. */
export interface EntityFault {
  readonly field: keyof EntityPlace
  readonly code: string
}

/** What well-kept libraries know of places; handed in, so that a page loads them only where it needs them. */
export interface PlaceChecks {
  /** The postal code as the country's post writes it; null where it is none. */
  zipCode(value: string, country: string): string | null
  country(code: string): boolean
}

/** The same place with its postal code as the post of its country writes it, where it is one. */
export function withPostalCode<Place extends { readonly zipCode?: string | null | undefined }>(
  place: Place,
  country: string | null,
  checks: Pick<PlaceChecks, 'zipCode'>,
): Place {
  const { zipCode } = place
  const written = typeof zipCode === 'string' && country !== null ? checks.zipCode(zipCode, country) : null
  return written === null ? place : { ...place, zipCode: written }
}

/** Everything that is wrong with an entity as a whole, in the order of its form. `companyCountry` is the account's. */
export function entityFaults(entity: EntityPlace, companyCountry: string, checks: PlaceChecks): readonly EntityFault[] {
  const { street, zipCode, city, country, latitude, longitude } = entity
  const isAsked = needsAddress(entity.type)
  const isCountry = country !== null && checks.country(country)
  const siret = siretFault({ siret: entity.siret, companyCountry: country ?? companyCountry })
  const isHalf = (latitude === null) !== (longitude === null)
  const faults: readonly (EntityFault | false)[] = [
    siret !== null && { field: 'siret', code: siret },
    isAsked && street === null && { field: 'street', code: 'FORM_REQUIRED_BETWEEN' },
    isAsked && zipCode === null && { field: 'zipCode', code: 'FORM_REQUIRED' },
    zipCode !== null && isCountry && checks.zipCode(zipCode, country) === null && zipCodeFault,
    isAsked && city === null && { field: 'city', code: 'FORM_REQUIRED_BETWEEN' },
    (country === null ? isAsked : !isCountry) && { field: 'country', code: 'FORM_REQUIRED' },
    isHalf && { field: latitude === null ? 'latitude' : 'longitude', code: 'ENTITY_COORDINATES_HALF' },
  ]
  return faults.filter((fault) => fault !== false)
}

const zipCodeFault: EntityFault = { field: 'zipCode', code: 'ENTITY_ZIP_CODE_INVALID' }

/** Fields that a fault of another one may come from: what they say together is judged again with each of them. */
const hangTogether: Readonly<Partial<Record<keyof EntityPlace, readonly (keyof EntityPlace)[]>>> = {
  siret: ['siret', 'country'],
  zipCode: ['zipCode', 'country'],
  latitude: ['latitude', 'longitude'],
  longitude: ['latitude', 'longitude'],
}

/** The faults that a change of some fields is answerable for: what was wrong before and is not touched may stay. */
export function faultsOfChange(
  faults: readonly EntityFault[],
  isChanged: (field: keyof EntityPlace) => boolean,
): readonly EntityFault[] {
  return faults.filter(({ field }) => (hangTogether[field] ?? [field]).some(isChanged))
}

/** What may keep an entity active: how many of each there are. */
export interface EntityUse {
  /** Active entities below it. */
  readonly entities: number
  /** Active users whose place it is. */
  readonly users: number
  /** Items inside it, and those that have not left it or not arrived in it yet. */
  readonly items: number
  /** Open packages from it or to it. */
  readonly openPackages: number
  /** Active entities that send to it by default. */
  readonly defaultOf: number
  /** Dispatch rules that name it, and the dispatch's own default. */
  readonly dispatchRules: number
  /** Active categories whose buyer it is. */
  readonly categories: number
}

const holders = {
  entities: 'ENTITY_HAS_ENTITIES',
  users: 'ENTITY_HAS_USERS',
  items: 'ENTITY_HAS_ITEMS',
  openPackages: 'ENTITY_HAS_OPEN_PACKAGES',
  defaultOf: 'ENTITY_IS_DEFAULT_WAREHOUSE',
  dispatchRules: 'ENTITY_IN_DISPATCH',
  categories: 'ENTITY_HAS_CATEGORIES',
} as const satisfies Record<keyof EntityUse, EntityError>

/** Why an entity stays active, the first reason in the order above; null where nothing holds it. The head office stays. */
export function deactivationRefusal(type: OrganizationType, use: EntityUse): EntityError | null {
  if (type === 'root_management_unit') return 'ENTITY_TOP_STAYS'
  const held = (Object.keys(holders) as (keyof EntityUse)[]).find((reason) => use[reason] > 0)
  return held === undefined ? null : holders[held]
}
