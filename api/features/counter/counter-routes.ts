import { sql } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { counterBlockSize } from '#domain/buyback/buyback-number.ts'
import { catalogPromiseMs } from '#domain/buyback/catalog-promise.ts'
import { succeed } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/counter.ts'
import { readParts, readRules } from './counter-catalog-queries.ts'
import { readPredeclared } from './predeclared-queries.ts'
import { createPublish, type PublishDeps } from './publish-counter-catalog.ts'
import { presentSealKey } from './seal-keys.ts'

/** What a counter carries with it. */
export function createCounterRoutes(deps: PublishDeps & { readonly vault: Vault }): readonly DeclaredRoute[] {
  const { database, now, vault } = deps
  const publish = createPublish(deps)
  return [
    route(
      {
        ...calls.counterCatalogCall,
        permission: 'buyback.create',
        background: true,
        summary: 'The catalog that counters sell by',
      },
      async ({ caller: { accountId } }) => {
        const confirmedAt = now().toISOString()
        const { version, parts, productCount } = await publish(accountId)
        const sealKey = await inAccount(database, accountId, (tx) => presentSealKey(tx, vault, accountId, now()))
        return succeed({ version, parts: [...parts], productCount, promiseMs: catalogPromiseMs, confirmedAt, sealKey })
      },
    ),

    route(
      {
        ...calls.counterRulesCall,
        permission: 'buyback.create',
        background: true,
        summary: 'Rules of a version of the catalog',
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ caller: { accountId }, params: { version } }) => {
        const rules = await inAccount(database, accountId, (tx) => readRules(tx, accountId, version))
        return rules === null ? refuse('REQUEST_NOT_FOUND', { field: 'version' }) : succeed(rules)
      },
    ),

    route(
      {
        ...calls.counterPartsCall,
        permission: 'buyback.create',
        background: true,
        summary: 'Products of a catalog, by parts',
      },
      async ({ caller: { accountId }, body: { ids } }) => {
        const parts = await inAccount(database, accountId, (tx) => readParts(tx, accountId, ids))
        return succeed({ parts: parts.map(({ id, products }) => ({ id, products: Object.values(products) })) })
      },
    ),

    route(
      {
        ...calls.findPredeclaredCall,
        permission: 'buyback.finalize',
        summary: 'A predeclared buyback of any store, by its number',
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ caller: { accountId }, params: { code } }) =>
        inAccount(database, accountId, async (tx) => {
          const found = await readPredeclared(tx, accountId, code)
          return found === null ? refuse('REQUEST_NOT_FOUND', { field: 'code' }) : succeed(found)
        }),
    ),

    route(
      {
        ...calls.drawBuybackNumbersCall,
        permission: 'buyback.create',
        background: true,
        summary: 'Numbers of buybacks for a device',
      },
      async ({ caller: { accountId, userId }, body: { deviceId } }) =>
        inAccount(database, accountId, async (tx) => {
          const { rows } = await sql<{ firstSerial: number; lastSerial: number }>`
            insert into counter_number_block (account_id, first_serial, last_serial, device_id, user_id, drawn_at)
            select ${accountId}, b.first_serial, b.last_serial, ${deviceId}, ${userId}, ${now()}
            from draw_buyback_block(${counterBlockSize}) b
            returning first_serial as "firstSerial", last_serial as "lastSerial"`.execute(tx)
          const [block] = rows
          if (block === undefined) throw new Error('numbers of buybacks are used up')
          return succeed(block)
        }),
    ),
  ]
}
