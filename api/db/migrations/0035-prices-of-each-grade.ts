import { listedPrices } from './0035/listed-prices.ts'
import { productListByGrades } from './0035/product-list.ts'
import type { Migration } from './migration.ts'

/** The office's list of products by the prices of each grade. */
export const pricesOfEachGrade: Migration = {
  name: '0035-prices-of-each-grade',
  async up(run) {
    for (const part of [listedPrices, productListByGrades]) await run(part)
    // Of columns without statistics every price is taken for a rare one.
    await run('analyze listed_product')
  },
}
