import * as z from 'zod'
import { permissions } from '#domain/access/permission.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { modules } from '#domain/organization/module.ts'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { premiumFeatures } from '#domain/organization/premium-feature.ts'
import { paymentIssuers } from '#domain/organization/payment-issuer.ts'
import { checkInRequirements } from '#domain/item/item-status.ts'
import { userTypes } from '#domain/organization/user-type.ts'

// What a device keeps of a session, apart from the calls: a start without network reads these shapes before anything
// else, and shapes take time to be made.

/**
 * A list of names, read without those that this version does not know: a server or an app that is a version ahead has
 * given them, and nobody is signed out over it.
 */
function knownOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  type Told = readonly Names[number][]
  const readKnown = (told: Told): Told => (Array.isArray(told) ? told.filter((name) => names.includes(name)) : told)
  return z.preprocess(readKnown, z.array(z.enum(names)))
}

/** A link back to the account's own site (SHELL-05). */
export const externalWebsiteLink = z.object({ url: z.string(), text: z.string() })

/** What every signed-in user and visitor is told of the account (ORG-09). */
export const accountAnswer = z.object({
  id: z.string(),
  name: z.string(),
  companyCountry: z.string().nullable(),
  language: z.enum(languages),
  currency: z.enum(currencies),
  timeZone: z.string(),
  emailDPO: z.string().nullable(),
  mainColor: z.string().nullable(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  isBuyerAndWorkshopsSupervisor: z.boolean(),
  isRetailer: z.boolean(),
  /** Absent where a device has heard of the account before it told its link. */
  externalWebsiteLink: externalWebsiteLink.nullable().optional(),
})
export type AccountAnswer = z.output<typeof accountAnswer>

/** The entity that a user works in (AUTH-25). */
export const currentOrganizationAnswer = z.object({
  id: z.string(),
  commonName: z.string(),
  type: z.enum(organizationTypes),
  moduleType: z.enum(modules),
  account: accountAnswer,
})

/** A push-only token for one device, user and module: the secret that lets a device send what it captured. */
export const grantAnswer = z.object({
  token: z.string(),
  deviceId: z.string(),
  module: z.enum(modules),
  expiresAt: z.iso.datetime(),
  /**
   * The user's key for what a device keeps of decided work: a device forgets it at the sign-out and cannot read that
   * work until the user signs in again. Absent from an earlier version of the server.
   */
  lockKey: z.string().optional(),
  /** Those that devices were given under other master keys: they open what was encrypted, and encrypt nothing. */
  formerLockKeys: z.array(z.string()).optional(),
})
/** A push-only token. */
export type GrantAnswer = z.output<typeof grantAnswer>

/**
 * The signed-in user (AUTH-25). `apiToken` is the marker `cookie` in a browser, whose session is an httpOnly cookie;
 * a client outside of a browser that sends `X-Client: api` at sign-in gets the token itself there. `grant` comes with a sign-in or module
 * switch that named a device, `moreGrants` with a sign-in that named other modules beside.
 */
export const authenticatedUserAnswer = z.object({
  id: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  types: z.array(z.enum(userTypes)),
  status: z.enum(['active', 'inactive']),
  language: z.enum(languages),
  /** There for administrators of the platform who have picked no language. */
  speaksAsBrowser: z.literal(true).optional(),
  accountId: z.string(),
  /** There for administrators who live in the platform's own account, and open clients from there. */
  isOfPlatform: z.boolean().optional(),
  /** The account whose data is worked on: a buyer's retailer, a client that the platform has opened, else the user's own. */
  viewedAccountId: z.string(),
  timOrganizationId: z.string().nullable(),
  rpsOrganizationId: z.string().nullable(),
  forceConnectionBySso: z.boolean(),
  viaOpenid: z.boolean(),
  module: z.enum(modules),
  userType: z.enum(userTypes),
  modules: z.partialRecord(z.enum(modules), z.enum(userTypes)),
  currentOrganization: currentOrganizationAnswer.nullable(),
  /**
   * How amounts, times and texts of the account viewed are written, who pays its customers, and whether it has check-in, for a
   * device that has no copy yet; a user stored by an earlier version lacks the one or the other.
   */
  viewedAccount: z
    .object({
      currency: z.enum(currencies),
      timeZone: z.string(),
      language: z.enum(languages).optional(),
      paymentIssuer: z.enum(paymentIssuers).optional(),
      checkinRequirement: z.enum(checkInRequirements).optional(),
      companyCountry: z.string().optional(),
    })
    .optional(),
  frontPermissions: z.partialRecord(z.enum(modules), knownOf(permissions as [string, ...string[]])),
  enabledPremiumFeatures: knownOf(premiumFeatures),
  apiToken: z.string(),
  sessionExpiresAt: z.iso.datetime(),
  /** When the user has last proven who it is; a user stored by an earlier version lacks it. */
  provenAt: z.iso.datetime().optional(),
  grant: grantAnswer.optional(),
  moreGrants: z.array(grantAnswer).optional(),
  /**
   * How a device may let the user back in without a network: for how many days after it has last heard of the user, and a mark
   * that changes with the password and the access. Absent for administrators of the platform, and from an earlier server.
   */
  offline: z.object({ days: z.int(), mark: z.string() }).optional(),
  /** Where a sign-out goes on to (AUTH-10); comes with a sign-in through an identity provider that has such a place. */
  openIdLogoutAddress: z.string().optional(),
  /** There for a user who has to set up a second factor before anything else opens. */
  owesSecondFactor: z.literal(true).optional(),
  /** There for administrators of the embedded demo, who sign in by password alone. */
  isOfDemo: z.literal(true).optional(),
})
/** The signed-in user. */
export type AuthenticatedUser = z.output<typeof authenticatedUserAnswer>

/** What a page shows of an account before anybody signs in. */
export const brandingAnswer = z.object({
  accountId: z.string().nullable(),
  name: z.string(),
  mainColor: z.string().nullable(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  language: z.enum(languages),
  currency: z.enum(currencies),
  externalWebsiteLink: externalWebsiteLink.nullable(),
})
/** The public face of an account. */
export type Branding = z.output<typeof brandingAnswer>
