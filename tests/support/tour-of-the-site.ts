import type { TestSession } from './api.ts'
import { callCatalog, callOwnPrices } from './tour-of-the-catalog.ts'
import type { Tour } from './tour.ts'

/** Operations of the public site and of its search. */
export async function callSite(tour: Tour, admin: TestSession): Promise<void> {
  const { call } = tour
  await call('get /api/public/home', 'visitor')
  await call('get /api/public/categories', 'visitor')
  await call('get /api/public/stores', 'visitor')
  await call('get /api/public/legal/{document}', 'visitor', { params: { document: 'eula' } })
  await call('get /api/buyback-settings', 'visitor')
  await tour.firstOf('get /api/public/products', 'visitor')
  await call('get /api/public/suggestions', 'visitor', { query: 'query=sam' })
  await call('get /api/public/same-imei', 'visitor', { query: 'imei=490154203237518' })
  await callCatalog(tour, admin)
  await callOwnPrices(tour)
  await call('get /api/organizations/launch-generic-premium-feature-connector', 'visitor')
  const { apiKey } = await call<{ apiKey: string }>('get /api/organizations/{id}/typesense', 'visitor', {
    params: { id: tour.accountId },
  })
  const headers = { 'x-typesense-api-key': apiKey }
  const query = 'q=samsung&query_by=label'
  await call('get /api/search/collections/{name}/documents/search', 'nobody', {
    params: { name: 'products' },
    query,
    headers,
  })
  const searches = [
    { collection: 'products', q: 'samsung', query_by: 'label' },
    { collection: 'nothing', q: '*' },
  ]
  await call('post /api/search/multi_search', 'nobody', { headers, json: { searches } })
  await call('get /api/search/health', 'nobody')
}

/** Operations of the server itself. */
export async function callServer({ call }: Tour): Promise<void> {
  await call('get /api/health', 'nobody')
  await call('get /api/ready', 'nobody')
  await call('get /api/openapi.json', 'nobody')
  const headers = { 'content-type': 'application/csp-report' }
  await call('post /api/policy-reports', 'nobody', { body: '{"csp-report":{}}', headers })
  await call('get /api/docs', 'nobody')
  for (const file of ['swagger-ui.css', 'start.js', 'favicon-32x32.png'])
    await call('get /api/docs/{file}', 'nobody', { params: { file } })
}
