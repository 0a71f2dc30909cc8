import { describe, expect, it } from 'vitest'
import { ssoConfigurationSchema, ssoLimits, usualSso } from './sso-configuration.schema.ts'

const right = {
  status: 'active',
  domains: ['Shop.Example ', 'shop.example'],
  clientId: 'reprise',
  clientSecret: 'a secret',
  configurationEndpoint: 'https://id.shop.example/.well-known/openid-configuration',
  ...usualSso,
  roleClaim: null,
  roles: [],
}
const faults = (change: object) => {
  const parsed = ssoConfigurationSchema.safeParse({ ...right, ...change })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('an SSO configuration (CONN-15)', () => {
  it('has each domain once, in small letters', () => {
    expect(ssoConfigurationSchema.parse(right).domains).toEqual(['shop.example'])
  })

  it.each([
    'shop',
    '@shop.example',
    'a@shop.example',
    'shop..example',
    '-shop.example',
    '10.0.0.1',
    'shop.example.',
    '',
  ])('does not take %j for an e-mail domain', (domain) => {
    expect(faults({ domains: [domain] })).toEqual(['domains.0: SSO_DOMAIN_INVALID'])
  })

  it.each([
    'https://id.shop.example',
    'ftp://id.shop.example/.well-known/openid-configuration',
    'https://user:word@id.shop.example/.well-known/openid-configuration',
    'javascript:/.well-known/alert',
  ])('does not take %s for the address of a configuration document', (configurationEndpoint) => {
    expect(faults({ configurationEndpoint })).toEqual(['configurationEndpoint: SSO_ENDPOINT_INVALID'])
  })

  it('asks for openid, and for roles and their claim together', () => {
    expect(faults({ scope: 'email profile' })).toEqual(['scope: SSO_SCOPE_INVALID'])
    expect(faults({ scope: 'openid' })).toEqual([])
    expect(faults({ roleClaim: 'groups' })).toEqual(['roles: SSO_ROLES_REQUIRED'])
    const roles = [{ value: 'sales', userType: 'store_seller' }]
    expect(faults({ roles })).toEqual(['roleClaim: SSO_ROLE_CLAIM_REQUIRED'])
    expect(faults({ roleClaim: 'groups', roles })).toEqual([])
    expect(faults({ roleClaim: 'groups', roles: [{ value: 'x', userType: 'pseudo_anonymous' }] })).toHaveLength(1)
  })

  it.each(['clientId', 'clientSecret'] as const)('bounds %s on both sides (CONN-16)', (field) => {
    const { min, max } = ssoLimits[field]
    for (const length of [min, max]) expect(faults({ [field]: 'x'.repeat(length) })).toEqual([])
    for (const length of [0, min - 1, max + 1])
      expect(faults({ [field]: 'x'.repeat(length) })).toEqual([`${field}: FORM_REQUIRED_BETWEEN`])
  })

  it('bounds its address, its scope and the names of its claims (CONN-16)', () => {
    const longest = right.configurationEndpoint.padEnd(ssoLimits.configurationEndpoint.max, 'x')
    expect(faults({ configurationEndpoint: longest })).toEqual([])
    expect(faults({ configurationEndpoint: `${longest}x` })).toEqual(['configurationEndpoint: FORM_REQUIRED_BETWEEN'])
    const scope = 'openid '.padEnd(ssoLimits.scope.max, 'x')
    expect(faults({ scope })).toEqual([])
    expect(faults({ scope: `${scope}x` })).toEqual(['scope: FORM_REQUIRED_BETWEEN'])
    const claims = (email: string) => ({ fieldClaims: { email, firstName: null, lastName: null } })
    for (const length of [ssoLimits.claim.min, ssoLimits.claim.max])
      expect(faults(claims('x'.repeat(length)))).toEqual([])
    for (const length of [1, ssoLimits.claim.max + 1])
      expect(faults(claims('x'.repeat(length)))).toEqual(['fieldClaims.email: FORM_REQUIRED_BETWEEN'])
  })

  it('bounds how many domains and roles it has', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.example`)
    expect(faults({ domains: many(ssoLimits.domains) })).toEqual([])
    expect(faults({ domains: many(ssoLimits.domains + 1) })).toEqual(['domains: SSO_DOMAINS_TOO_MANY'])
    expect(faults({ domains: [] })).toEqual(['domains: SSO_DOMAINS_REQUIRED'])
  })
})
