import { base64Of, pngOf } from './picture-files.ts'
import type { OrganizationRootDetail } from '#sync/calls/settings.ts'
import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

const post = (json: unknown = {}) => ({ json })

/** Operations of an account's settings and rules. */
export async function callSettings(tour: Tour, admin: TestSession, seller: TestSession): Promise<void> {
  const { call } = tour
  const id = await tour.firstOf('get /api/organizations', admin)
  await call('get /api/organizations/{id}', admin, { params: { id } })
  await call('get /api/organizations/{id}/public', 'visitor', { params: { id } })
  await call('get /api/organizations/root', admin)
  await tour.firstOf('get /api/organizations/connected-warehouses', seller)
  await call('get /api/setup-guide', admin)
  await call('get /api/setup-guide/clients', admin)
  const account = { params: { id: tour.accountId } }
  const detail = await call<OrganizationRootDetail>('get /api/accounts/{id}/organization-root-detail', admin, account)
  await call('get /api/payment/account/{id}/by-buyer-feature-available', admin, account)
  await call('patch /api/organization-root-details/{id}', admin, {
    params: { id: detail.id },
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { enabledPremiumFeatures: ['multi_product_cart'], customerIdentityDocumentRequired: false },
  })
  await call('get /api/accounts/{id}/sign-in-rules', admin, account)
  await call('patch /api/accounts/{id}/sign-in-rules', admin, {
    ...account,
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { secondFactorTypes: [] },
  })
  await call('get /api/accounts/{id}/white-label', admin, account)
  await call('patch /api/accounts/{id}/white-label', admin, {
    ...account,
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { externalWebsiteLink: { url: 'https://shop.demo.example/', text: 'Boutique' } },
  })
  await call('patch /api/organization-root-details/{id}', admin, {
    params: { id: detail.id },
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { enabledPremiumFeatures: ['multi_product_cart', 'sftp_access'] },
  })
  await call('get /api/sftp-access', admin)
  await call('post /api/sftp-access/enable', admin, post())
  await call('post /api/sftp-access/disable', admin, post())
  await call('get /api/branding', 'nobody')
  await call('get /api/white-label/config', 'nobody')
}

/** Operations of the account's face: design, legal texts, home page. */
export async function callFace(tour: Tour, admin: TestSession): Promise<void> {
  const { call } = tour
  const headers = { 'content-type': 'application/merge-patch+json' }
  await call('get /api/design', admin)
  const logo = base64Of(await pngOf(250, 50))
  const face = await call<{ logo: string }>('patch /api/design', admin, { headers, json: { logo } })
  const params = { id: face.logo.split('/').at(-1)! }
  await call('get /api/pictures/{id}', 'nobody', { params })
  await call('post /api/text-pictures', admin, { json: { image: logo } })
  const pdf = Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF\n').toString('base64')
  const text = { params: { document: 'eula' } }
  const file = await call<{ path: string }>('put /api/legal-files/{document}', admin, { ...text, json: { pdf } })
  await call('get /api/public/legal-files/{id}', 'nobody', { params: { id: file.path.split('/').at(-1)! } })
  await call('get /api/legal-files', admin)
  await call('delete /api/legal-files/{document}', admin, text)
  await tour.owner.query(`update organization_root_detail set enabled_premium_features = '{custom_transfer_order}'`)
  await call('get /api/transfer-order-terms', admin)
  await call('get /api/home-page', admin)
  await call('get /api/home-page/products', admin, { query: 'search=i' })
  await call('patch /api/home-page', admin, { headers, json: { metaTitle: 'Reprise' } })
  await call('post /api/home-page/preview', admin, post({ html: '<p>Bonjour à tout le monde</p>' }))
  await call('patch /api/transfer-order-terms', admin, { headers, json: { terms: 'Prix {{total_price}}.' } })
}
