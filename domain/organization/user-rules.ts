import { moduleUserTypes, type Module } from './module.ts'
import { domainOf } from '../kernel/email-domain.ts'
import type { OrganizationType } from './organization-type.ts'
import type { UserError } from './user-errors.ts'
import { isAdminType, type UserType } from './user-type.ts'

/** Types of people; visitors of the public site are no users. */
export type StaffType = Exclude<UserType, 'pseudo_anonymous'>

const below = {
  store: ['store_manager', 'store_seller'],
  warehouse: ['warehouse_manager', 'warehouse_operator'],
  branch: ['management_unit_manager', 'management_unit_analyst', 'store_manager', 'store_seller'],
} as const satisfies Record<string, readonly StaffType[]>

const wholeAccount = [
  'root_management_unit_manager',
  'root_management_unit_analyst',
  ...below.branch,
  ...below.warehouse,
  'buyer_manager',
] as const satisfies readonly StaffType[]

/** What each type may give to others: never more than it is itself (lifecycle, section 5). */
const givenBy: Readonly<Partial<Record<UserType, readonly StaffType[]>>> = {
  super_admin: ['super_admin', 'admin', ...wholeAccount],
  admin: ['admin', ...wholeAccount],
  root_management_unit_manager: wholeAccount,
  management_unit_manager: below.branch,
  store_manager: below.store,
  warehouse_manager: below.warehouse,
}

/** The type of entity that a user of a type works in. */
export const workplaceOf: Readonly<Record<StaffType, OrganizationType>> = {
  admin: 'root_management_unit',
  super_admin: 'root_management_unit',
  root_management_unit_manager: 'root_management_unit',
  root_management_unit_analyst: 'root_management_unit',
  management_unit_manager: 'management_unit',
  management_unit_analyst: 'management_unit',
  store_manager: 'store',
  store_seller: 'store',
  warehouse_manager: 'warehouse',
  warehouse_operator: 'warehouse',
  buyer_manager: 'buyer',
}

/** Whether a type is one of a person. */
export function isStaffType(type: UserType): type is StaffType {
  return type !== 'pseudo_anonymous'
}

/** Types that a user of a type may give; administrators only with the right to give them (ORG-33, ORG-41). */
export function assignableTypes(
  giver: UserType,
  { mayGiveAdmins }: { readonly mayGiveAdmins: boolean },
): readonly StaffType[] {
  return (givenBy[giver] ?? []).filter((type) => mayGiveAdmins || !isAdminType(type))
}

/** The same, by the module in which each may be given. */
export function assignableByModule(types: readonly StaffType[]): Record<Module, StaffType[]> {
  const fit = (module: Module) => types.filter((type) => moduleUserTypes[module].includes(type))
  return { root: fit('root'), tim: fit('tim'), lcm: fit('lcm'), rps: fit('rps') }
}

/** What a user is to be in a module, and below which entity. */
export interface Post {
  readonly type: StaffType
  readonly organizationId: string
}

/** An entity of the giver's branch. */
export interface Place {
  readonly type: OrganizationType
  readonly status: 'active' | 'inactive'
}

/** Whether a type belongs to an account: administrators live in the platform's own, and nobody else does. */
export function isOfAccount(type: UserType, { isPlatform }: { readonly isPlatform: boolean }): boolean {
  return isAdminType(type) === isPlatform
}

/** What is wrong with a post: its field, and why. */
export interface PostFault {
  readonly code: UserError
  readonly field: 'type' | 'organizationId'
}

/** What a post is judged by: what the giver may give, the entity that is named, and whose account it is. */
interface PostFacts {
  readonly assignable: readonly StaffType[]
  readonly place: Place | undefined
  readonly isPlatform: boolean
}

/** Judges a post in a module; null where it may be given (ORG-37). */
export function postFault(
  module: Module,
  { type }: Pick<Post, 'type'>,
  { assignable, place, isPlatform }: PostFacts,
): PostFault | null {
  if (!moduleUserTypes[module].includes(type)) return { code: 'USER_ROLE_UNFIT', field: 'type' }
  if (!assignable.includes(type)) return { code: 'USER_ROLE_NOT_ALLOWED', field: 'type' }
  if (!isOfAccount(type, { isPlatform })) return { code: 'USER_ROLE_OF_PLATFORM', field: 'type' }
  const isFit = place?.status === 'active' && place.type === workplaceOf[type]
  return isFit ? null : { code: 'USER_ENTITY_UNFIT', field: 'organizationId' }
}

/** How much of a user a writer may change. */
export const reaches = ['all', 'modules', 'none'] as const
export type Reach = (typeof reaches)[number]

/**
 * How much of a user a writer may change. Name, address and status belong to the whole person: a writer who may give
 * only a part of the person's posts changes those posts alone. Otherwise the writer could take over the address, and
 * sign in with more rights.
 */
export function reachOf(
  held: readonly { readonly type: UserType; readonly isInBranch: boolean }[],
  assignable: readonly UserType[],
): Reach {
  const mine = held.filter((one) => isMine(one, assignable))
  if (mine.length === held.length) return 'all'
  return mine.length === 0 ? 'none' : 'modules'
}

/** Whether a post is one that the writer sees and may give, so that the writer may take it away too. */
export function isMine(
  { type, isInBranch }: { readonly type: UserType; readonly isInBranch: boolean },
  assignable: readonly UserType[],
): boolean {
  return isInBranch && assignable.includes(type)
}

/** Who may give access to all others: in the platform its administrators, in each account its own head office. */
const adminTypes: readonly (readonly UserType[])[] = [['admin', 'super_admin'], ['root_management_unit_manager']]

/**
 * Whether a change takes the platform's last active administrator, or the last active manager of an account's own head
 * office. An account that had none before may stay without.
 */
export function removesLastAdmin(change: {
  readonly before: readonly UserType[]
  readonly after: readonly UserType[]
  /** Types of the account's other active users, and of the platform's other active administrators. */
  readonly others: readonly UserType[]
}): boolean {
  const holds = (types: readonly UserType[], group: readonly UserType[]) => types.some((type) => group.includes(type))
  return adminTypes.some(
    (group) => holds(change.before, group) && !holds(change.after, group) && !holds(change.others, group),
  )
}

/** Whether the domain of an address is one of those that sign in through SSO. */
export function isSsoAddress(email: string, domains: readonly string[]): boolean {
  return domains.includes(domainOf(email))
}

/**
 * Whether a user with these types may sign in through the SSO of an account. Its provider is named by the account's own
 * managers, who could let it say that anybody is there; an administrator's rights reach beyond the account.
 */
export function maySignInBySso(types: readonly UserType[]): boolean {
  return !types.some(isAdminType)
}
