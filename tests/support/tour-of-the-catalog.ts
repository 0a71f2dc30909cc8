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
}
