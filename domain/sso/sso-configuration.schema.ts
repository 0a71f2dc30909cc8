import * as z from 'zod'
import { textOf } from '../kernel/text-input.schema.ts'
import { isPublicMailDomain } from '../kernel/public-mail-domains.ts'
import { userTypes } from '../organization/user-type.ts'

/** Fewest and most characters of each text of an SSO configuration (CONN-16), and how many entries its lists take. */
export const ssoLimits = {
  domain: { min: 4, max: 253 },
  clientId: { min: 2, max: 255 },
  clientSecret: { min: 8, max: 512 },
  configurationEndpoint: { min: 12, max: 500 },
  scope: { min: 6, max: 255 },
  claim: { min: 2, max: 255 },
  roleValue: { min: 1, max: 255 },
  domains: 50,
  roles: 100,
} as const

/** A scope and claims as most identity providers have them. */
export const usualSso = {
  scope: 'openid email profile',
  fieldClaims: { email: 'email', firstName: 'given_name', lastName: 'family_name' },
} as const

const between = ({ min, max }: { readonly min: number; readonly max: number }) =>
  textOf('code').min(min, 'FORM_REQUIRED_BETWEEN').max(max, 'FORM_REQUIRED_BETWEEN')

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainShape = new RegExp(`^(?:${label}\\.)+(?=[a-z])${label}$`)

/** An e-mail domain in small letters; what stands before it with an at sign is no part of it. */
const domain = textOf('code')
  .toLowerCase()
  .max(ssoLimits.domain.max, 'SSO_DOMAIN_INVALID')
  .regex(domainShape, 'SSO_DOMAIN_INVALID')

/** The address of a provider's configuration document. */
export const configurationEndpointSchema = between(ssoLimits.configurationEndpoint).regex(
  /^https?:\/\/[^\s/?#@\\]+\/(?:[^\s?#]*\/)?\.well-known\/[^\s#]*$/i,
  'SSO_ENDPOINT_INVALID',
)

const claim = between(ssoLimits.claim).regex(/^[^\s"\\]*$/, 'SSO_CLAIM_INVALID')
const optionalClaim = claim.nullable()

/** A user type that people have; a visitor is none. */
export const ssoUserTypes = userTypes.filter((type) => type !== 'pseudo_anonymous')

/** Which value of the role claim stands for which user type. */
const roleMatchSchema = z.strictObject({
  value: between(ssoLimits.roleValue),
  userType: z.enum(ssoUserTypes),
})

/** How an account signs in with its organisation's identity provider (CONN-15). */
export const ssoConfigurationSchema = z
  .strictObject({
    status: z.enum(['active', 'inactive']),
    domains: z
      .array(domain)
      .min(1, 'SSO_DOMAINS_REQUIRED')
      .max(ssoLimits.domains, 'SSO_DOMAINS_TOO_MANY')
      .refine((domains) => !domains.some(isPublicMailDomain), 'SSO_DOMAIN_PUBLIC')
      .transform((domains) => [...new Set(domains)]),
    clientId: between(ssoLimits.clientId),
    /** Absent: the one that is stored stays. */
    clientSecret: between(ssoLimits.clientSecret).optional(),
    configurationEndpoint: configurationEndpointSchema,
    scope: between(ssoLimits.scope).regex(/^(?:.* )?openid(?: .*)?$/, 'SSO_SCOPE_INVALID'),
    /**
     * Whether e-mails of the account's proven domains count as verified where the provider does not say so itself.
     * Absent: what is stored stays.
     */
    trustsUnverified: z.boolean().optional(),
    /** Claims that say who signs in; names without a claim stay as the office has them. */
    fieldClaims: z.strictObject({ email: claim, firstName: optionalClaim, lastName: optionalClaim }),
    /** The claim whose values stand for user types; null where the office alone decides about types. */
    roleClaim: optionalClaim,
    roles: z.array(roleMatchSchema).max(ssoLimits.roles, 'SSO_ROLES_TOO_MANY'),
  })
  .superRefine(({ roleClaim, roles }, context) => {
    if (roleClaim !== null && roles.length === 0)
      context.addIssue({ code: 'custom', path: ['roles'], message: 'SSO_ROLES_REQUIRED' })
    if (roleClaim === null && roles.length > 0)
      context.addIssue({ code: 'custom', path: ['roleClaim'], message: 'SSO_ROLE_CLAIM_REQUIRED' })
  })
/** A configuration as it is stored. */
export type SsoConfiguration = z.output<typeof ssoConfigurationSchema>
