import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readInAccount } from '#api/db/in-account.ts'

/** The settings that buyback and cart follow (CART-15), and whether customers browse and search by IMEI. */
export async function readBuybackSettings(database: Database, accountId: string) {
  const query = sql<{
    readonly identityRequired: boolean
    readonly cartMinValue: number
    readonly categoryNavigation: boolean
    readonly imeiSearch: boolean
  }>`
    select customer_identity_document_required as "identityRequired", cart_min_value as "cartMinValue",
      category_navigation_enabled as "categoryNavigation",
      'imei_search_and_collect' = any (enabled_premium_features) as "imeiSearch"
    from organization_root_detail where account_id = ${accountId}`
  const [row] = await readInAccount(database, accountId, query.compile(database.app), { plannedOnce: true })
  return row ?? { identityRequired: false, cartMinValue: 0, categoryNavigation: false, imeiSearch: false }
}
