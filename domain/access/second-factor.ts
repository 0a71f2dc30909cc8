import { isAdminType, type UserType } from '../organization/user-type.ts'

/** User types that work in the office. */
const officeTypes = [
  'root_management_unit_manager',
  'root_management_unit_analyst',
  'management_unit_manager',
  'management_unit_analyst',
  'buyer_manager',
] as const satisfies readonly UserType[]

/** User types that share devices with a shift, which a second factor slows down. */
const floorTypes = [
  'store_manager',
  'store_seller',
  'warehouse_manager',
  'warehouse_operator',
] as const satisfies readonly UserType[]

/** The user types of whom an account may demand a second factor, by where they work. */
export const secondFactorTypes = { office: officeTypes, floor: floorTypes } as const

/** All of them. */
export const demandableTypes = [...officeTypes, ...floorTypes] as const
export type DemandableType = (typeof demandableTypes)[number]

/** What says whether a user has to show a second factor. */
interface Demand {
  /** What the user is, in any module: a session moves between them. */
  readonly assigned: readonly UserType[]
  /** The types of whom the account demands it. */
  readonly demanded: readonly UserType[]
  /** Whether the user is one of the embedded demo, whose password everybody reads. */
  readonly isOfDemo: boolean
}

/** Whether a user has to show a second factor beside the password: administrators do, others where the account says so. */
export function needsSecondFactor({ assigned, demanded, isOfDemo }: Demand): boolean {
  if (!isOfDemo && assigned.some(isAdminType)) return true
  return assigned.some((type) => demanded.includes(type))
}
