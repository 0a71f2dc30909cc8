import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { readDescription, type Description } from '#tests/support/description.ts'

let api: TestApi
let description: Description

beforeAll(async () => {
  api = await createTestApi()
  description = await readDescription(api)
})
afterAll(() => api.close())

/** The calls that others build on, by the requirement that names them; `openapi-calls.test.ts` makes each. */
const calls: readonly (readonly [requirement: string, calls: readonly string[]])[] = [
  [
    'API-11',
    [
      'post login',
      'get open-id/authorization-url',
      'post password/renew',
      'get password/new/{token}',
      'post password/new/{token}',
      'get users/{id}/permissions',
      'get users/{id}/current-organization',
      'post webtoken-with-account-and-ord',
    ],
  ],
  [
    'API-12',
    [
      'get buybacks/{id}',
      'get buybacks/by-identification-number/{n}',
      'get buybacks/{id}/instructions',
      'get buybacks/{id}/additional-infos',
      'post buybacks',
      'post store/{storeId}/buybacks',
      'post store/{storeId}/buybacks/{buybackId}/finalize',
      'post buybacks/{id}/cancel',
      'head buybacks/{id}/shipping-label',
      'get dashboard-data',
      'get buyback-settings',
      'post cart/{id}/validate',
    ],
  ],
  [
    'API-13',
    [
      'delete accounts/{id}',
      'get organizations',
      'get organizations/{id}',
      'get organizations/{id}/public',
      'get organizations/tree',
      'get organizations/available-parents',
      'get organizations/root',
      'get organizations/connected-warehouses',
      'post organizations',
      'patch organizations/{id}',
      'get organizations/{id}/module-count',
      'get organizations/{id}/users-module-count',
      'get users',
      'get users/{id}',
      'get assignable-user-types',
      'post users',
      'patch users/{id}',
      'get accounts/{id}/organization-root-detail',
      'patch organization-root-details/{id}',
      'get white-label/config',
    ],
  ],
  [
    'API-14',
    [
      'get categories/{id}/checkpoints-to-archive',
      'get categories',
      'get categories/{id}',
      'get categories/with-products',
      'get categories/tree',
      'get categories/tree/{id}',
      'get categories/connected-tree',
      'get products/{id}/category_tree',
      'post categories',
      'patch categories/{id}',
      'post categories/{id}/circuits/{circuitId}',
      'delete categories/{id}/circuits/{circuitId}',
      'get internal/categories/root',
      'get internal/categories/{id}',
      'get internal/categories/{id}/ancestry',
      'get products',
      'get organizations/{id}/typesense',
      'get dispatch-circuit-rules',
    ],
  ],
  [
    'API-15',
    [
      'get connectors',
      'get connectors/{id}',
      'get connector-organizations',
      'get connector-organizations/{id}',
      'post connector-organizations',
      'patch connector-organizations/{id}',
      'delete connector-organizations/{id}',
      'get organizations/launch-generic-premium-feature-connector',
      'get dispatch-circuit-rules/{id}/launch-premium-feature-connector',
      'patch dispatch-circuit-rules/{id}/launch-premium-feature-connector',
      'get accounts/{accountId}/imports',
      'post products/exports',
      'get products/exports/{id}',
      'post categories/exports',
      'get categories/exports/{id}',
      'post diagnostic-questions/exports',
      'get diagnostic-questions/exports/{id}',
    ],
  ],
]

describe('the calls that others build on (API-11 to API-15)', () => {
  it.each(calls)('of %s are there', (_requirement, listed) => {
    const missing = listed.filter((call) => !description.operations.has(call.replace(' ', ' /api/')))
    expect(missing).toEqual([])
  })
})

it('every call stands under /api, and refuses in JSON (API-01)', () => {
  for (const [name, { responses }] of description.operations) {
    expect(name).toMatch(/^[a-z]+ \/api\//)
    if (name.startsWith('head ')) continue
    const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    for (const [status, { content = {} }] of refusals)
      expect(Object.keys(content), `${name} ${status}`).toEqual(['application/json'])
  }
})
