import { productListBefore } from './0036/product-list-before.ts'
import { productPage } from './0036/product-page.ts'
import type { Migration } from './migration.ts'

/**
 * The office's list of products under a name of its own, beside the list that processes of the version before call
 * until they are replaced. Some databases have either function already; all come out the same. No process of a version
 * that knows product_page() calls product_list(): a migration of the release after this one may drop it.
 */
export const productPageBesideTheList: Migration = {
  name: '0036-product-page',
  async up(run) {
    for (const part of [productPage, productListBefore]) await run(part)
  },
}
