import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import type { TestSession } from './api.ts'
import { signedEvent } from './payout-server.ts'
import type { Tour } from './tour.ts'

const headers = { 'content-type': 'application/merge-patch+json' }

/** Operations of connectors, their configurations and premium actions. */
export async function callConnectors(tour: Tour, admin: TestSession): Promise<void> {
  await tour.firstOf('get /api/connectors', admin)
  await tour.call('get /api/connectors/{id}', admin, { params: { id: 'transport' } })
  const list = await tour.call<{ 'hydra:member': readonly ConfigurationAnswer[] }>(
    'get /api/connector-organizations',
    admin,
  )
  const { organizationId } = list['hydra:member'][0]!
  const properties = [
    { name: 'url', value: 'https://scan.example' },
    { name: 'apiKey', value: 'the-key-of-the-tour' },
  ]
  const { id } = await tour.call<ConfigurationAnswer>('post /api/connector-organizations', admin, {
    json: { connectorId: 'scan_search', organizationId, name: 'Recherche', properties },
  })
  const params = { id }
  await tour.call('get /api/connector-organizations/{id}', admin, { params })
  await tour.call('patch /api/connector-organizations/{id}', admin, { params, headers, json: { status: 'inactive' } })
  await tour.call('delete /api/connector-organizations/{id}', admin, { params })
}

/** Premium actions on the first rule whose circuit offers a payment mode. */
export async function callPremiumActions(tour: Tour, office: TestSession): Promise<void> {
  const id = await tour.value(
    `select r.id from dispatch_circuit_rule r join circuit_payment_mode x on x.account_id = r.account_id
      and x.circuit_id = r.circuit_id where r.account_id = $1 limit 1`,
    tour.accountId,
  )
  const request = { params: { id }, query: 'action=payment_bonus' }
  const path = '/api/dispatch-circuit-rules/{id}/launch-premium-feature-connector'
  const { paymentModes } = await tour.call<{ paymentModes: readonly { id: string }[] }>(`get ${path}`, office, request)
  const json = { paymentModeId: paymentModes[0]!.id, modifier: null }
  await tour.call(`patch ${path}`, office, { ...request, headers, json })
}

/** An event of a payout service that the account names, about a payout that was sent there. */
export async function callAccountPayouts(tour: Tour, admin: TestSession): Promise<void> {
  const eventSecret = 'a secret of the tour, long enough for events'
  const properties = Object.entries({ url: 'http://127.0.0.1:9', apiKey: 'a key of the tour', eventSecret })
  const { id } = await tour.call<ConfigurationAnswer>('post /api/connector-organizations', admin, {
    json: {
      connectorId: 'payment',
      organizationId: tour.accountId,
      name: 'Paiements',
      status: 'inactive',
      properties: properties.map(([name, value]) => ({ name, value })),
    },
  })
  const key = await tour.value(
    `update payment_attempt set configuration_id = $2, service_mark = repeat('0', 64)
      where account_id = $1 and provider = 'http' returning key`,
    tour.accountId,
    id,
  )
  const event = signedEvent({ key, status: 'failed', reason: 'late' }, Date.now(), eventSecret)
  const told = { params: { id }, body: event.body, headers: event.headers }
  await tour.call('post /api/payment-events/{id}', 'nobody', told)
}
