import { usualSso } from '#domain/sso/sso-configuration.schema.ts'
import type { SsoAnswer } from '#sync/calls/sso.ts'
import { cookieOf, testOrigin, type TestSession } from './api.ts'
import { signInAtProvider, startOpenIdServer } from './openid-server.ts'
import type { Tour } from './tour.ts'

/** Operations of signing in with the organisation, on a provider of their own. */
export async function callOpenId(tour: Tour, admin: TestSession): Promise<void> {
  const server = await startOpenIdServer()
  tour.openIdHosts.push(server.host)
  const organizationId = admin.user.currentOrganization!.id
  const params = { id: organizationId }
  const { configurationEndpoint } = server.settings
  const sso = await tour.call<SsoAnswer>('get /api/organizations/{id}/sso', admin, { params })
  server.register(sso)
  await tour.call('post /api/organizations/{id}/sso/check', admin, { params, json: { configurationEndpoint } })
  const fields = { status: 'active', domains: ['demo.example'], roleClaim: null, roles: [], ...usualSso }
  await tour.call('put /api/organizations/{id}/sso', admin, { params, json: { ...fields, ...server.settings } })
  await tour.call('post /api/organizations/{id}/sso/domain-grant', admin, { params, json: { domain: 'demo.example' } })
  await tour.call('post /api/organizations/{id}/sso/domain-proof', admin, { params, json: { domain: 'demo.example' } })
  const begun = await tour.api.request('/api/open-id/authorization-url?domain=demo.example')
  const headers = { cookie: cookieOf(begun), origin: testOrigin }
  const { url } = await tour.call<{ url: string }>('get /api/open-id/authorization-url', 'nobody', {
    query: 'domain=demo.example',
    headers,
  })
  const back = await signInAtProvider(url, 'store_seller@demo.example')
  const { openidSessionId } = await tour.call<{ openidSessionId: string }>(
    'post /api/open-id/{organizationId}/callback',
    'nobody',
    { params: { organizationId }, headers, json: Object.fromEntries(back.searchParams) },
  )
  await tour.call('post /api/login', 'nobody', { headers, json: { organizationId, openidSessionId } })
  // The demo's people go on signing in with their passwords.
  await tour.owner.query('delete from sso_configuration')
  await server.close()
}
