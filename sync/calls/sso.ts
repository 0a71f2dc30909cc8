import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import {
  configurationEndpointSchema,
  ssoConfigurationSchema,
  ssoLimits,
  ssoUserTypes,
} from '#domain/sso/sso-configuration.schema.ts'
import { ssoEndpointFaults } from '#domain/sso/sso-errors.ts'
import { idParams } from './organization.ts'

/** How an account signs in with its organisation's identity provider (CONN-15); its secret is in no answer. */
export const ssoAnswer = z.object({
  /** Rises with each change; 0 before the first. */
  version: z.int(),
  organizationId: z.string(),
  status: z.enum(['active', 'inactive']),
  domains: z.array(z.string()),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  configurationEndpoint: z.string(),
  scope: z.string(),
  fieldClaims: z.object({ email: z.string(), firstName: z.string().nullable(), lastName: z.string().nullable() }),
  /** Of each domain: how it was shown to be the account's, and the TXT record that shows it. */
  proofs: z.array(
    z.object({
      domain: z.string(),
      proof: z.enum(['dns', 'platform']).nullable(),
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
  trustsUnverified: z.boolean(),
  roleClaim: z.string().nullable(),
  roles: z.array(z.object({ value: z.string(), userType: z.enum(ssoUserTypes) })),
  /** Addresses that the provider has to know: where it sends users after signing in, and after signing out. */
  redirectUri: z.string(),
  afterSignOutUri: z.string(),
})
/** An SSO configuration. */
export type SsoAnswer = z.output<typeof ssoAnswer>

/** `GET /api/organizations/{id}/sso`: of the entity at the top of the account; with the usual values before the first. */
export const readSsoCall = {
  method: 'get',
  path: '/api/organizations/{id}/sso',
  params: idParams,
  answer: ssoAnswer,
} as const

/** `PUT /api/organizations/{id}/sso`: stores it whole; a secret that is not given stays. */
export const putSsoCall = {
  method: 'put',
  path: '/api/organizations/{id}/sso',
  params: idParams,
  body: ssoConfigurationSchema,
  answer: ssoAnswer,
} as const

/** `POST /api/organizations/{id}/sso/check`: what is found at the address of a configuration document, stored or not. */
export const checkSsoCall = {
  method: 'post',
  path: '/api/organizations/{id}/sso/check',
  params: idParams,
  body: z.strictObject({ configurationEndpoint: configurationEndpointSchema }),
  answer: z.object({
    /** What is wrong; null where one can sign in there. */
    fault: z.enum(ssoEndpointFaults).nullable(),
    issuer: z.string().nullable(),
    /** Whether a sign-out here goes on to one there. */
    canSignOut: z.boolean(),
    /** What the provider says that it has; null where it does not say. */
    scopes: z.array(z.string()).nullable(),
    claims: z.array(z.string()).nullable(),
  }),
} as const
/** What was found. */
export type SsoCheckAnswer = z.output<typeof checkSsoCall.answer>

const domainBody = z.strictObject({ domain: textOf('code').toLowerCase().min(1).max(ssoLimits.domain.max) })

/** `POST /api/organizations/{id}/sso/domain-proof`: looks for the TXT record that shows a stored domain to be the account's. */
export const proveSsoDomainCall = {
  method: 'post',
  path: '/api/organizations/{id}/sso/domain-proof',
  params: idParams,
  body: domainBody,
  answer: ssoAnswer,
} as const

/** `POST /api/organizations/{id}/sso/domain-grant`: the platform says that a domain is the account's. */
export const grantSsoDomainCall = {
  method: 'post',
  path: '/api/organizations/{id}/sso/domain-grant',
  params: idParams,
  body: domainBody,
  answer: ssoAnswer,
} as const
