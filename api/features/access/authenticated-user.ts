import { permissionsOf } from '#domain/access/permission.ts'
import { modules, type Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { AccountAnswer, AuthenticatedUser, GrantAnswer } from '#sync/calls/session-answers.ts'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import type { PremiumFeature } from '#domain/organization/premium-feature.ts'
import type { Language } from '#domain/kernel/languages.ts'

/** One module of a user: as what, and below which entity. */
export interface AssignedModule {
  readonly module: Module
  readonly userType: UserType
  readonly organizationId: string
}

/** What the database knows of a user who is signed in. */
export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly status: 'active' | 'inactive'
  readonly language: Language
  /** Whether it is one that the user has picked, and not the account's. */
  readonly hasOwnLanguage: boolean
  readonly forceSso: boolean
  /** How a device may let the user back in without a network. */
  readonly offline: { readonly days: number; readonly mark: string }
  readonly accountId: string
  /** Whether the account is the platform's own. */
  readonly isPlatform: boolean
  readonly assigned: readonly AssignedModule[]
  readonly organization: CurrentOrganization | null
}

/** The entity of the module worked in, with its account. */
export interface CurrentOrganization {
  readonly id: string
  readonly commonName: string
  readonly type: OrganizationType
  readonly moduleType: Module
  readonly account: AccountAnswer
}

/** What the session adds to the user. */
export interface SessionFacts {
  readonly module: Module
  readonly viewedAccountId: string
  readonly viewedAccount: AuthenticatedUser['viewedAccount'] | null
  readonly viaOpenid: boolean
  readonly expiresAt: Date
  readonly provenAt: Date
  readonly apiToken: string
  readonly grant?: GrantAnswer
  readonly moreGrants: readonly GrantAnswer[]
  readonly openIdLogoutAddress?: string | null
  readonly owesSecondFactor: boolean
  readonly isOfDemo: boolean
}

/** The user as the web stores one (AUTH-25); modules that the user lacks are left out. */
export function authenticatedUser(
  user: SignedInUser & { readonly enabledPremiumFeatures: readonly PremiumFeature[] },
  session: SessionFacts,
): AuthenticatedUser {
  const assigned = modules.flatMap((module) => user.assigned.filter((one) => one.module === module))
  const current = assigned.find((one) => one.module === session.module)
  if (current === undefined) throw new Error('A session works in a module that its user does not hold')
  return {
    id: user.id,
    email: user.email,
    firstname: user.firstName,
    lastname: user.lastName,
    types: [...new Set(assigned.map((one) => one.userType))],
    status: user.status,
    language: user.language,
    accountId: user.accountId,
    viewedAccountId: session.viewedAccountId,
    timOrganizationId: organizationOf(assigned, 'tim'),
    rpsOrganizationId: organizationOf(assigned, 'rps'),
    forceConnectionBySso: user.forceSso,
    viaOpenid: session.viaOpenid,
    module: session.module,
    userType: current.userType,
    modules: Object.fromEntries(assigned.map((one) => [one.module, one.userType])),
    currentOrganization: user.organization,
    ...(session.viewedAccount === null ? {} : { viewedAccount: session.viewedAccount }),
    frontPermissions: frontPermissions({ assigned }),
    // An administrator opens every client: nothing of theirs waits behind a few digits.
    ...(user.isPlatform ? { isOfPlatform: true } : { offline: user.offline }),
    ...(user.isPlatform && !user.hasOwnLanguage && { speaksAsBrowser: true }),
    enabledPremiumFeatures: [...user.enabledPremiumFeatures],
    apiToken: session.apiToken,
    sessionExpiresAt: session.expiresAt.toISOString(),
    provenAt: session.provenAt.toISOString(),
    ...(session.grant === undefined ? {} : { grant: session.grant }),
    ...(session.moreGrants.length === 0 ? {} : { moreGrants: [...session.moreGrants] }),
    ...(session.owesSecondFactor && { owesSecondFactor: true as const }),
    ...(session.isOfDemo && { isOfDemo: true as const }),
    ...(session.openIdLogoutAddress ? { openIdLogoutAddress: session.openIdLogoutAddress } : {}),
  }
}

/** What a user is in a module that the user holds. */
export function typeIn(assigned: readonly AssignedModule[], module: Module): UserType {
  const found = assigned.find((one) => one.module === module)
  if (found === undefined) throw new Error('A session works in a module that its user does not hold')
  return found.userType
}

/** The permissions of every module that a user holds (AUTH-28). */
export function frontPermissions({ assigned }: Pick<SignedInUser, 'assigned'>): AuthenticatedUser['frontPermissions'] {
  return Object.fromEntries(assigned.map((one) => [one.module, [...permissionsOf(one.userType)]]))
}

function organizationOf(assigned: readonly AssignedModule[], module: Module): string | null {
  return assigned.find((one) => one.module === module)?.organizationId ?? null
}
