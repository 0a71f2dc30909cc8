import type { TestSession } from './api.ts'
import { createAccount } from './factories.ts'
import type { Tour } from './tour.ts'

/** A client as its form sends it. */
export const newClient = {
  name: 'Boutique Neuve',
  status: 'active',
  isRetailer: true,
  isBuyerAndWorkshopsSupervisor: false,
  siret: '803 141 597 00010',
  capital: '10 000 €',
  street: '1 rue Neuve',
  streetMore: ' ',
  zipCode: '59000',
  city: 'Lille',
  country: 'FR',
  companyCountry: 'FR',
  language: 'fr-FR',
  currency: 'EUR',
  timeZone: 'Europe/Paris',
  emailDPO: 'dpo@neuve.example',
  webChannelUrl: null,
  tagManagerId: 'GTM-ABC123',
  consentToolId: '5f-1_a',
  trackingTags: null,
  paymentIssuer: 'retailer',
  transportContractHolder: 'buyer',
} as const

/** Operations of client administration. */
export async function callClients(tour: Tour, admin: TestSession): Promise<void> {
  await tour.call('get /api/accounts', admin)
  const client = await tour.call<{ id: string; organizationId: string }>('post /api/accounts', admin, {
    json: newClient,
  })
  await tour.call('get /api/accounts/{id}', admin, { params: client })
  await tour.call('get /api/organizations/{id}/account', admin, { params: { id: client.organizationId } })
  await tour.call('patch /api/accounts/{id}', admin, {
    params: { id: client.id },
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { city: 'Lille' },
  })
  await tour.call('get /api/accounts/{id}/pages', admin, { params: { id: client.id } })
  await tour.call('get /api/accounts/{id}/pages/cookies-policy', admin, { params: { id: client.id } })
  await tour.call('patch /api/accounts/{id}/pages/cookies-policy', admin, {
    params: { id: client.id },
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { cookiesPolicy: null },
  })
  await tour.call('patch /api/accounts/{id}/pages', admin, {
    params: { id: client.id },
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { eula: '<p>Règles</p>' },
  })
  const buyerId = await tour.value(
    `select buyer_account_id as id from account_link where account_id = $1`,
    tour.accountId,
  )
  await tour.call('get /api/accounts/{id}/linked-buyers', admin, { params: { id: tour.accountId } })
  await tour.call('put /api/accounts/{id}/linked-buyers/{buyerId}', admin, {
    params: { id: tour.accountId, buyerId },
    json: { status: 'active' },
  })
  await tour.call('post /api/accounts/{id}/catalog-reindex', admin, {
    params: { id: tour.accountId },
    json: { after: null },
  })
  const { id } = await createAccount(tour.owner, 'Client du contrat')
  await tour.owner.query(`update account set status = 'inactive' where id = $1`, [id])
  await tour.call('delete /api/accounts/{id}', admin, { params: { id } })
}
