import { runImports } from '#api/features/catalog-files/import/run-imports.ts'
import { tryImport } from '#api/features/catalog-files/import/try-import.ts'
import type { CategoryQuestions, QuestionAnswer } from '#sync/calls/question.ts'
import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

/** Calls every operation of the office's catalog. */
export async function callCatalog(tour: Tour, admin: TestSession): Promise<void> {
  const product = { params: { id: await tour.firstOf('get /api/products', admin) } }
  await tour.call('get /api/products/{id}/category_tree', admin, product)
  const category = { params: { id: await tour.firstOf('get /api/categories', admin) } }
  await tour.firstOf('get /api/categories/with-products', admin)
  await tour.call('get /api/categories/{id}', admin, category)
  await tour.call('get /api/categories/tree', admin)
  await tour.call('get /api/categories/tree/{id}', admin, category)
  await tour.call('get /api/categories/connected-tree', admin)
  await tour.call('get /api/internal/categories/root', admin)
  await tour.call('get /api/internal/categories/{id}', admin, category)
  await tour.call('get /api/internal/categories/{id}/ancestry', admin, category)
  await callQuestions(tour, admin, category.params.id)
  await callProducts(tour, admin, category.params.id)
  await callChanges(tour, admin, category.params.id)
}

async function callChanges(tour: Tour, admin: TestSession, parentId: string): Promise<void> {
  const organizationId = await tour.value(
    `select id from organization where account_id = $1 and type = 'buyer'`,
    tour.accountId,
  )
  const body = {
    name: 'Montres',
    identifier: 'montres-du-tour',
    parentId,
    organizationId,
    description: null,
    childrenDescription: null,
    highlightedInstruction: null,
    defaultWeightGrams: null,
    defaultHeightCm: null,
    defaultLengthCm: null,
    defaultWidthCm: null,
    absorptionType: 'none',
    absorptionValue: null,
    absorptionMaxCents: null,
  }
  const { id } = await tour.call<{ id: string }>('post /api/categories', admin, { json: body })
  const headers = { 'content-type': 'application/merge-patch+json' }
  await tour.call('get /api/categories/{id}/checkpoints-to-archive', admin, { params: { id } })
  await tour.call('patch /api/categories/{id}', admin, { params: { id }, headers, json: { status: 'archived' } })
}

async function callQuestions(tour: Tour, admin: TestSession, id: string): Promise<void> {
  const answers = ['Oui', 'Non'].map((name) => ({
    name,
    description: null,
    bestGrade: 'grade_a',
    impact: { type: 'none' },
  }))
  const body = { title: 'Complet ?', howToTest: null, description: null, answers }
  const path = '/api/categories/{id}/diagnostic-questions'
  const made = await tour.call<QuestionAnswer>(`post ${path}`, admin, { params: { id }, json: body })
  await tour.call<CategoryQuestions>(`get ${path}`, admin, { params: { id } })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const params = { id, questionId: made.id }
  await tour.call(`patch ${path}/{questionId}`, admin, { params, headers, json: { position: 1 } })
  const question = { params: { id: made.id } }
  await tour.call('get /api/diagnostic-questions/{id}', admin, question)
  await tour.call('patch /api/diagnostic-questions/{id}', admin, { ...question, headers, json: { title: 'Entier ?' } })
  await tour.call(`delete ${path}/{questionId}`, admin, { params })
}

/** A product from its creation to the archive, and changes of many at once. */
async function callProducts(tour: Tour, admin: TestSession, mainCategoryId: string): Promise<void> {
  const json = { label: 'Téléphone d’essai', mainCategoryId, prices: { grade_a: 10_000 } }
  const { id } = await tour.call<{ id: string }>('post /api/products', admin, { json })
  const product = { params: { id } }
  await tour.call('get /api/products/{id}', admin, product)
  const headers = { 'content-type': 'application/merge-patch+json' }
  await tour.call('patch /api/products/{id}', admin, { ...product, headers, json: { prices: { grade_a: 9_000 } } })
  await tour.call('post /api/products/{id}/duplicate', admin, { ...product, json: {} })
  await tour.call('get /api/products/{id}/price-changes', admin, product)
  await tour.call('get /api/products/{id}/prices', admin, { ...product, query: 'on=2026-11-23' })
  const products = { ids: [id] }
  const change = { type: 'percentage', percent: 5 }
  const previewed = await tour.call('post /api/products/price-preview', admin, { json: { products, change } })
  const { fingerprint } = previewed
  await tour.call('post /api/products/prices', admin, { json: { products, change, fingerprint } })
  await tour.call('post /api/products/status', admin, { json: { products, status: 'archived' } })
  await tour.call('get /api/products.csv', admin, { query: 'status=archived' })
}

/** A buyer's own list of prices. */
export async function callOwnPrices(tour: Tour): Promise<void> {
  const buyer = await tour.person('buyer_manager')
  const params = { id: await tour.firstOf('get /api/own-prices', buyer) }
  await tour.call('get /api/own-prices/{id}', buyer, { params })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const json = { prices: { grade_a: 12_300 } }
  await tour.call('patch /api/own-prices/{id}', buyer, { params, headers, json })
  const file = { headers: { 'content-type': 'text/csv' }, body: 'buyer_reference;price_grade_a\nRN-00001;310.50\n' }
  await tour.call('post /api/own-prices/imports/check', buyer, file)
  await tour.call('put /api/own-prices/import-columns', buyer, { json: { columns: [{ name: 'tarif', column: null }] } })
  const list = { ...file, query: 'file_name=prices.csv' }
  const tried = { ...file, query: 'file_name=prices.csv&try=true' }
  const made = await tour.call<{ id: string }>('post /api/own-prices/imports', buyer, tried)
  await tryImport({ database: tour.api.db, now: () => new Date() }, { accountId: tour.accountId, importId: made.id })
  await tour.call('get /api/own-prices/imports/{id}', buyer, { params: { id: made.id } })
  await tour.call('get /api/own-prices/imports/{id}/changes', buyer, { params: { id: made.id } })
  await tour.call('post /api/own-prices/imports/{id}/start', buyer, { params: { id: made.id } })
  await workOnImports(tour)
  await tour.call('post /api/own-prices/imports/{id}/undo', buyer, { params: { id: made.id }, json: {} })
  await workOnImports(tour)
  const other = await tour.call<{ id: string }>('post /api/own-prices/imports', buyer, list)
  await tour.call('post /api/own-prices/imports/{id}/cancel', buyer, { params: { id: other.id } })
}

const workOnImports = (tour: Tour) =>
  runImports({ database: tour.api.db, now: () => new Date() }, { accountId: tour.accountId })

/** Imports of the catalog. */
export async function callImports(tour: Tour, admin: TestSession): Promise<void> {
  const account = { accountId: tour.accountId }
  const file = {
    params: account,
    headers: { 'content-type': 'text/csv' },
    // The second line is refused.
    body: 'buyer_reference;price_grade_a\nRN-00001;311.50\nNONE;1.00\n',
  }
  const kind = 'content=products&strategy=recommerce'
  const template = { params: { content: 'products' }, query: 'strategy=generic&language=fr-FR' }
  await tour.call('get /api/catalog-templates/{content}', admin, template)
  await tour.call('put /api/accounts/{accountId}/import-columns', admin, {
    params: account,
    json: { content: 'products', columns: [{ name: 'Prix maison', column: 'price_grade_a' }] },
  })
  await tour.call('post /api/accounts/{accountId}/imports/check', admin, { ...file, query: kind })
  const create = 'post /api/accounts/{accountId}/imports'
  const made = await tour.call<{ id: string }>(create, admin, {
    ...file,
    query: `${kind}&file_name=prices.csv&try=true`,
  })
  const scope = { accountId: tour.accountId, importId: made.id }
  await tryImport({ database: tour.api.db, now: () => new Date() }, scope)
  const one = '/api/accounts/{accountId}/imports/{id}'
  const params = { ...account, id: made.id }
  await tour.call(`get ${one}/changes`, admin, { params })
  await tour.call(`post ${one}/start`, admin, { params })
  await workOnImports(tour)
  await tour.call('get /api/accounts/{accountId}/imports', admin, { params: account })
  await tour.call(`get ${one}`, admin, { params })
  await tour.call(`get ${one}/refused`, admin, { params })
  await tour.call(`get ${one}/file`, admin, { params })
  await tour.call(`post ${one}/undo`, admin, { params, json: {} })
  await workOnImports(tour)
  const other = await tour.call<{ id: string }>(create, admin, { ...file, query: `${kind}&file_name=prices.csv` })
  await tour.call(`post ${one}/cancel`, admin, { params: { ...account, id: other.id } })
}
