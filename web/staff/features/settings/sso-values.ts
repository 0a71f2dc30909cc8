import { ssoConfigurationSchema, type SsoConfiguration } from '#domain/sso/sso-configuration.schema.ts'
import type { SsoAnswer } from '#sync/calls/sso.ts'
import { given, problemsOf, type Checked } from './settings-values.ts'

type Role = SsoAnswer['roles'][number]

/** An SSO configuration as its fields hold it: a text that is not given is empty. */
export interface SsoValues {
  readonly isActive: boolean
  readonly domains: readonly string[]
  readonly configurationEndpoint: string
  readonly clientId: string
  /** Empty: the stored one stays. */
  readonly clientSecret: string
  readonly scope: string
  readonly emailClaim: string
  readonly firstNameClaim: string
  readonly lastNameClaim: string
  readonly trustsUnverified: boolean
  readonly roleClaim: string
  readonly roles: readonly Role[]
}

/** The fields of a configuration. */
export function ssoValues(sso: SsoAnswer): SsoValues {
  return {
    isActive: sso.status === 'active',
    domains: sso.domains,
    configurationEndpoint: sso.configurationEndpoint,
    clientId: sso.clientId,
    clientSecret: '',
    scope: sso.scope,
    emailClaim: sso.fieldClaims.email,
    firstNameClaim: sso.fieldClaims.firstName ?? '',
    lastNameClaim: sso.fieldClaims.lastName ?? '',
    trustsUnverified: sso.trustsUnverified,
    roleClaim: sso.roleClaim ?? '',
    roles: sso.roles,
  }
}

const fieldOfPath: Readonly<Record<string, keyof SsoValues>> = {
  status: 'isActive',
  'fieldClaims.email': 'emailClaim',
  'fieldClaims.firstName': 'firstNameClaim',
  'fieldClaims.lastName': 'lastNameClaim',
}

/** The whole configuration by the rules of the server, or what is wrong with it, by field. */
export function checkSso(_changed: unknown, values: SsoValues): Checked<SsoValues, SsoConfiguration> {
  const parsed = ssoConfigurationSchema.safeParse({
    status: values.isActive ? 'active' : 'inactive',
    domains: values.domains,
    configurationEndpoint: values.configurationEndpoint,
    clientId: values.clientId,
    ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
    scope: values.scope,
    fieldClaims: {
      email: values.emailClaim,
      firstName: given(values.firstNameClaim),
      lastName: given(values.lastNameClaim),
    },
    trustsUnverified: values.trustsUnverified,
    roleClaim: given(values.roleClaim),
    roles: values.roles,
  })
  if (parsed.success) return { ok: true, value: parsed.data }
  const fieldOf = (path: readonly PropertyKey[]): string => fieldOfPath[path.join('.')] ?? String(path[0])
  return { ok: false, error: problemsOf(parsed.error, ssoConfigurationSchema, fieldOf) }
}
