import { modules, moduleUserTypes, type Module } from '#domain/organization/module.ts'
import { workplaceOf, type StaffType } from '#domain/organization/user-rules.ts'
import { newUserSchema, type NewUser, type UserPatch } from '#domain/organization/user.schema.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import type { Workplace } from './user-calls.ts'

/** A module of a user as it stands in the form; null where nothing is chosen yet. */
export interface PostDraft {
  /** Names the row while it is edited. */
  readonly key: number
  readonly module: Module | null
  readonly type: StaffType | null
  readonly organizationId: string | null
}

/** A user as it stands in the form. */
export interface UserDraft extends Omit<NewUser, 'modules'> {
  readonly posts: readonly PostDraft[]
}

/** Codes of what is wrong, by field; a module's fields by the place of its row: `0.type`. */
export type UserFaults = ReadonlyMap<string, string>

/** A form that is filled in with what a user is, or for a new one, with its first module where that is known. */
export function draftOf(user: UserDetail | null, first: PostDraft | null = null): UserDraft {
  const posts = modules.flatMap((module, key): readonly PostDraft[] => {
    const held = user?.modules[module]
    return held === undefined
      ? []
      : [{ key, module, type: held.type as StaffType, organizationId: held.organizationId }]
  })
  return {
    email: user?.email ?? '',
    firstname: user?.firstname ?? '',
    lastname: user?.lastname ?? '',
    status: user?.status ?? 'active',
    language: user?.language ?? null,
    forceConnectionBySso: user?.forceConnectionBySso ?? false,
    posts: user === null ? [first ?? emptyPost(0)] : posts,
  }
}

/** A row in which nothing is chosen yet. */
export function emptyPost(key: number): PostDraft {
  return { key, module: null, type: null, organizationId: null }
}

/** The module of a new user whose role is known, with the only entity where it can work; null where nobody may give the role. */
export function newPost(
  type: StaffType,
  { assignable, workplaces }: { readonly assignable: readonly StaffType[]; readonly workplaces: readonly Workplace[] },
): PostDraft | null {
  const module = workplaceOf[type] === 'store' ? 'tim' : modules.find((one) => moduleUserTypes[one].includes(type))
  if (module === undefined || !assignable.includes(type)) return null
  const fit = workplaces.filter((one) => one.type === workplaceOf[type] && one.status === 'active')
  return { key: 0, module, type, organizationId: fit.length === 1 ? (fit[0]?.id ?? null) : null }
}

/** What a form says, or what is wrong with it. */
export function readDraft(
  draft: UserDraft,
): { readonly user: NewUser } | { readonly user: null; readonly faults: UserFaults } {
  const faults = new Map<string, string>()
  const { posts, ...person } = draft
  for (const [at, post] of posts.entries()) {
    for (const field of ['module', 'type', 'organizationId'] as const)
      if (post[field] === null) faults.set(`${at}.${field}`, 'FORM_REQUIRED')
  }
  const parsed = newUserSchema.safeParse({ ...person, modules: postsOf(posts) })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join('.')
    const isTold = path[0] === 'modules' && faults.size > 0
    if (!isTold && !faults.has(field)) faults.set(field, message)
  }
  return parsed.success && faults.size === 0 ? { user: parsed.data } : { user: null, faults }
}

function postsOf(posts: readonly PostDraft[]): NewUser['modules'] {
  return Object.fromEntries(
    posts.flatMap(({ module, type, organizationId }) =>
      module === null || type === null || organizationId === null ? [] : [[module, { type, organizationId }]],
    ),
  )
}

/** What a form changes of a user: only what differs from what the form began with, so that nothing else is written. */
export function patchOf(began: UserDetail, next: NewUser): UserPatch {
  const { modules: given, ...person } = next
  const fields = (Object.keys(person) as (keyof typeof person)[]).filter((field) => person[field] !== began[field])
  const changed = modules.filter((module) => {
    const [before, after] = [began.modules[module], given[module]]
    return before?.type !== after?.type || before?.organizationId !== after?.organizationId
  })
  return {
    ...Object.fromEntries(fields.map((field) => [field, person[field]])),
    ...(changed.length > 0 && {
      modules: Object.fromEntries(changed.map((module) => [module, given[module] ?? null])),
    }),
  }
}

/** Where the form shows what the server found wrong: `modules.tim.type` is a field of the row of that module. */
export function faultPlace(draft: UserDraft, field: string): string {
  const [first, module, part] = field.split('.')
  const at = draft.posts.findIndex((post) => post.module === module)
  return first === 'modules' && at >= 0 ? `${at}.${part ?? 'module'}` : field
}
