import type { Transaction } from 'kysely'
import { endSessions } from '#api/db/end-sessions.ts'
import { lockAdmins, readOtherAdmins } from '#api/db/account-admins.ts'
import type { Tables } from '#api/db/tables.ts'
import { endCodes, endPasskeys, noteAccess, readAccessEvents } from '#api/db/user-codes.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { checkVersion } from '#api/http/if-match.ts'
import { endPasswordLinks, mailPasswordLink, type PasswordLinkDeps } from '#api/mail/password-mails.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { modules as allModules, type Module } from '#domain/organization/module.ts'
import * as rules from '#domain/organization/user-rules.ts'
import type { NewUser, UserPatch } from '#domain/organization/user.schema.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import * as queries from './user-record-queries.ts'
import { readUser, type UsersScope } from './user-queries.ts'

type Tx = Transaction<Tables>

/** Who writes users, and which. */
export interface UserWriter extends UsersScope, Pick<Session, 'userId' | 'userType' | 'permissions'> {}

/** Refusals of creating and changing a user. */
export const writeRefusals = [
  'ACCESS_PERMISSION_MISSING',
  'USER_EMAIL_TAKEN',
  'USER_ROLE_UNFIT',
  'USER_ROLE_NOT_ALLOWED',
  'USER_ROLE_OF_PLATFORM',
  'USER_ENTITY_UNFIT',
  'USER_SSO_MISSING',
  'USER_SSO_ADMIN',
] as const
/** Refusals of changing one. */
export const changeRefusals = [
  ...writeRefusals,
  'REQUEST_VERSION_CONFLICT',
  'USER_MODULE_REQUIRED',
  'USER_OUT_OF_REACH',
  'USER_OWN_ACCESS',
  'USER_LAST_MANAGER',
] as const

/** Types that a writer may give to an existing user, or to a new one (ORG-33). */
export function assignableFor(
  { userType, permissions }: Pick<UserWriter, 'userType' | 'permissions'>,
  right: 'user.assign_admin' | 'user.create_admin' = 'user.assign_admin',
) {
  return rules.assignableTypes(userType, { mayGiveAdmins: permissions.includes(right) })
}

/** Types that a writer may give to a new user of this account. */
export async function newTypesOf(tx: Tx, writer: UserWriter): Promise<readonly rules.StaffType[]> {
  const isPlatform = await queries.isPlatform(tx, writer.accountId)
  return assignableFor(writer, 'user.create_admin').filter((type) => rules.isOfAccount(type, { isPlatform }))
}

/** One user with what the writer may change of it; null for an id that is not seen. */
export async function readDetail(tx: Tx, writer: UserWriter, id: string): Promise<UserDetail | null> {
  const user = await readUser(tx, writer, id)
  if (user === null) return null
  const assigned = await queries.readAssigned(tx, writer, id)
  const facts = await queries.readAccessFacts(tx, { accountId: writer.accountId, userId: id })
  const events = await readAccessEvents(tx, { accountId: writer.accountId, userId: id })
  const accessEvents = events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
  return { ...user, ...facts, accessEvents, reach: rules.reachOf(assigned, assignableFor(writer)) }
}

/** Why a new user cannot be made; null where all is well. The address is the database's to judge. */
export async function newUserFault(tx: Tx, writer: UserWriter, user: NewUser): Promise<Failure | null> {
  const posts = Object.entries(user.modules) as [Module, rules.Post][]
  const types = posts.map(([, { type }]) => type)
  const assignable = assignableFor(writer, 'user.create_admin')
  return (
    (await postsFault(tx, writer, posts, assignable)) ??
    (user.forceConnectionBySso ? await forceFault(tx, writer, { email: user.email, isNew: true, types }) : null)
  )
}

/** Makes a user, and mails the link to choose a password, unless the user signs in through SSO or not at all yet. */
export async function createUser(
  tx: Tx,
  deps: PasswordLinkDeps,
  writer: UserWriter,
  user: NewUser,
): Promise<Result<UserDetail | null, Failure>> {
  const fault = await newUserFault(tx, writer, user)
  if (fault !== null) return { ok: false, error: fault }
  const { accountId } = writer
  const userId = await queries.insertUser(tx, accountId, user)
  const { awaitsPassword } = await queries.readAccessFacts(tx, { accountId, userId })
  if (awaitsPassword) await mailPasswordLink(tx, deps, { accountId, userId }, 'create')
  return succeed(await readDetail(tx, writer, userId))
}

/** Changes what a patch names of a user, in the version that `If-Match` names. */
export async function changeUser(
  tx: Tx,
  deps: PasswordLinkDeps,
  writer: UserWriter,
  { id, patch, headers }: { readonly id: string; readonly patch: UserPatch; readonly headers: Headers },
): Promise<Result<UserDetail | null, Failure>> {
  const scope = { accountId: writer.accountId, userId: id }
  await lockAdmins(tx, scope.accountId)
  const seen = await readUser(tx, writer, id)
  const fresh = checkVersion(headers, seen === null ? null : await queries.lockUser(tx, scope))
  if (!fresh.ok) return fresh
  const present = fresh.value
  const assigned = await queries.readAssigned(tx, writer, id)
  const changes = changesOf(assigned, patch)
  const person = personChanges(present, patch)
  const fault = await changeFault(tx, writer, { id, present, assigned, changes, person })
  if (fault !== null) return { ok: false, error: fault }
  if (changes.length === 0 && Object.keys(person).length === 0) return succeed(await readDetail(tx, writer, id))
  await queries.updatePerson(tx, scope, person)
  for (const { module, post } of changes) {
    if (post === null) await queries.deletePost(tx, scope, module)
    else await queries.putPost(tx, scope, module, post)
  }
  await endWhatChanged(tx, deps, scope, { present, person, changes })
  return succeed(await readDetail(tx, writer, id))
}

/** Mails the link to choose the first password once more. */
export async function inviteUser(
  tx: Tx,
  deps: PasswordLinkDeps,
  writer: UserWriter,
  id: string,
): Promise<Result<undefined, Failure>> {
  const user = await readDetail(tx, writer, id)
  if (user === null) return refuse('REQUEST_NOT_FOUND')
  if (user.reach === 'none') return refuse('USER_OUT_OF_REACH')
  if (!user.awaitsPassword) return refuse('USER_INVITATION_NOT_DUE')
  await mailPasswordLink(tx, deps, { accountId: writer.accountId, userId: id }, 'create')
  return succeed(undefined)
}

/** Ends the one-time codes and passkeys of a user who has lost the device; only who may change all of the user may. */
export async function resetCodes(
  tx: Tx,
  { now }: PasswordLinkDeps,
  writer: UserWriter & { readonly actorName: string },
  id: string,
): Promise<Result<undefined, Failure>> {
  const user = await readDetail(tx, writer, id)
  if (user === null) return refuse('REQUEST_NOT_FOUND')
  if (user.reach !== 'all') return refuse('USER_OUT_OF_REACH')
  if (id === writer.userId) return refuse('USER_OWN_ACCESS')
  const scope = { accountId: writer.accountId, userId: id }
  const hadCodes = await endCodes(tx, scope)
  if (!(await endPasskeys(tx, scope)) && !hadCodes) return refuse('ACCESS_CODES_OFF')
  const at = now()
  // An open session may have been lost with the device; its grants stay, so that captured work still goes.
  await endSessions(tx, scope, at)
  await noteAccess(tx, scope, { kind: 'codes_reset', actorName: writer.actorName, at })
  return succeed(undefined)
}

interface PostChange {
  readonly module: Module
  /** Null: the module is taken away. */
  readonly post: rules.Post | null
}

type PersonChange = Omit<UserPatch, 'modules'>

function changesOf(assigned: readonly queries.AssignedPost[], { modules = {} }: UserPatch): readonly PostChange[] {
  return allModules.flatMap((module) => {
    const post = modules[module]
    const before = assigned.find((one) => one.module === module)
    if (post === undefined || (post === null && before === undefined)) return []
    const isSame = post?.type === before?.type && post?.organizationId === before?.organizationId
    return isSame ? [] : [{ module, post }]
  })
}

function personChanges(present: queries.LockedUser, { modules: _modules, ...person }: UserPatch): PersonChange {
  const changed = (Object.keys(person) as (keyof PersonChange)[]).filter(
    (field) => person[field] !== undefined && person[field] !== present[field],
  )
  return Object.fromEntries(changed.map((field) => [field, person[field]]))
}

interface Change {
  readonly id: string
  readonly present: queries.LockedUser
  readonly assigned: readonly queries.AssignedPost[]
  readonly changes: readonly PostChange[]
  readonly person: PersonChange
}

async function changeFault(tx: Tx, writer: UserWriter, change: Change): Promise<Failure | null> {
  const { id, present, assigned, changes, person } = change
  const assignable = assignableFor(writer)
  const reach = rules.reachOf(assigned, assignable)
  const [field] = Object.keys(person)
  if (reach === 'none') return { code: 'USER_OUT_OF_REACH' }
  if (field !== undefined && reach !== 'all') return { code: 'USER_OUT_OF_REACH', field }
  for (const { module } of changes) {
    const before = assigned.find((one) => one.module === module)
    const isMine = before === undefined || rules.isMine(before, assignable)
    if (!isMine) return { code: 'USER_OUT_OF_REACH', field: `modules.${module}` }
  }
  if (id === writer.userId && (changes.length > 0 || person.status !== undefined)) {
    return { code: 'USER_OWN_ACCESS', field: changes.length > 0 ? 'modules' : 'status' }
  }
  const given = changes.flatMap(({ module, post }) => (post === null ? [] : [[module, post] as const]))
  const fault = await postsFault(tx, writer, given, assignable)
  if (fault !== null) return fault
  const after = typesAfter(change)
  if (after.length === 0) return { code: 'USER_MODULE_REQUIRED', field: 'modules' }
  return (await lastAdminFault(tx, writer, change, after)) ?? ssoFault(tx, writer, { present, person }, after)
}

function typesAfter({ assigned, changes }: Change) {
  const stays = assigned.filter(({ module }) => changes.every((change) => change.module !== module))
  return [...stays.map(({ type }) => type), ...changes.flatMap(({ post }) => (post === null ? [] : [post.type]))]
}

async function lastAdminFault(
  tx: Tx,
  { accountId }: UserWriter,
  { id, present, assigned, person }: Change,
  types: ReturnType<typeof typesAfter>,
): Promise<Failure | null> {
  if (present.status === 'inactive') return null
  const before = assigned.map(({ type }) => type)
  const after = person.status === 'inactive' ? [] : types
  const others = await readOtherAdmins(tx, { accountId, userId: id })
  if (!rules.removesLastAdmin({ before, after, others })) return null
  return { code: 'USER_LAST_MANAGER', field: person.status === 'inactive' ? 'status' : 'modules' }
}

async function ssoFault(
  tx: Tx,
  writer: UserWriter,
  { present, person }: Pick<Change, 'present' | 'person'>,
  types: readonly UserType[],
): Promise<Failure | null> {
  const { forceConnectionBySso: forced = present.forceConnectionBySso, email = present.email } = person
  const isNew = person.forceConnectionBySso !== undefined
  if (isNew && !forced) return forceRightFault(writer)
  if (!forced) return null
  if (isNew || person.email !== undefined) return forceFault(tx, writer, { email, isNew, types })
  return adminFault(types)
}

async function forceFault(
  tx: Tx,
  writer: UserWriter,
  { email, isNew, types }: { readonly email: string; readonly isNew: boolean; readonly types: readonly UserType[] },
): Promise<Failure | null> {
  const missing = (isNew ? forceRightFault(writer) : null) ?? adminFault(types)
  if (missing !== null) return missing
  const isServed = rules.isSsoAddress(email, await queries.readSsoDomains(tx, writer.accountId))
  return isServed ? null : { code: 'USER_SSO_MISSING', field: isNew ? 'forceConnectionBySso' : 'email' }
}

function adminFault(types: readonly UserType[]): Failure | null {
  return rules.maySignInBySso(types) ? null : { code: 'USER_SSO_ADMIN', field: 'forceConnectionBySso' }
}

function forceRightFault({ permissions }: UserWriter): Failure | null {
  const isHeld = permissions.includes('user.force_sso')
  return isHeld ? null : { code: 'ACCESS_PERMISSION_MISSING', field: 'forceConnectionBySso' }
}

async function postsFault(
  tx: Tx,
  writer: UserWriter,
  posts: readonly (readonly [Module, rules.Post])[],
  assignable: readonly rules.StaffType[],
): Promise<Failure | null> {
  const ids = posts.map(([, { organizationId }]) => organizationId)
  const places = await queries.readPlaces(tx, writer, ids)
  const isPlatform = await queries.isPlatform(tx, writer.accountId)
  for (const [module, post] of posts) {
    const fault = rules.postFault(module, post, { assignable, place: places.get(post.organizationId), isPlatform })
    if (fault !== null) return { code: fault.code, field: `modules.${module}.${fault.field}` }
  }
  return null
}

// Grants of devices end with the epoch of an inactive user and stay dead: what was captured before waits on the device for
// its author, who sends it by signing in there once active again (decision 0029).
async function endWhatChanged(
  tx: Tx,
  deps: PasswordLinkDeps,
  scope: { readonly accountId: string; readonly userId: string },
  { present, person, changes }: Pick<Change, 'present' | 'person' | 'changes'>,
): Promise<void> {
  const now = deps.now()
  if (person.status === 'inactive') await endSessions(tx, { ...scope, reason: 'inactive' }, now)
  // A user who has to sign in at the provider does so from now on, not only after an earlier session has run out.
  if (person.forceConnectionBySso === true) await endSessions(tx, { ...scope, byPassword: true }, now)
  // Taking a module away has ended its sessions already; those of a module with another place or role end here.
  const moved = changes.flatMap(({ module, post }) => (post === null ? [] : [module]))
  if (moved.length > 0) await endSessions(tx, { ...scope, modules: moved, reason: 'role' }, now)
  const isLinkOld = person.email !== undefined || person.status === 'inactive' || person.forceConnectionBySso === true
  if (isLinkOld) await endPasswordLinks(tx, scope, now)
  const opens = person.status === 'active' || person.forceConnectionBySso === false || person.email !== undefined
  const { awaitsPassword } = await queries.readAccessFacts(tx, scope)
  if (awaitsPassword && opens && !present.hasPassword) await mailPasswordLink(tx, deps, scope, 'create')
}
