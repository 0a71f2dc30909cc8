import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { preparePushWorld } from '#tests/support/push-world.ts'
import { createItems } from '#tests/support/sync-world.ts'

const { db, world } = preparePushWorld()

// Where each value of a device's row comes from, beside the item's own columns; another value for each.
const changes: readonly (readonly [string, (ids: Ids) => string])[] = [
  ['the number of its buyback', (ids) => `update buyback set identification_number = '9876543210128' ${ids.buyback}`],
  ['the status of its buyback', (ids) => `update buyback set status = 'bb_in_processing' ${ids.buyback}`],
  ['the payment', (ids) => `update buyback set payment_status = 'payment_initiated' ${ids.buyback}`],
  ['the declared grade', (ids) => `update buyback set declared_grade = 'grade_d' ${ids.buyback}`],
  ['the declared price', (ids) => `update buyback set declared_price_cents = 4321 ${ids.buyback}`],
  ['the declaration', (ids) => `update buyback set declaration = '{"answers": {}}' ${ids.buyback}`],
  ['the promised day', (ids) => `update buyback set promised_payment_on = '2031-02-03' ${ids.buyback}`],
  ['the category', (ids) => `update buyback set category_id = '${ids.category}' ${ids.buyback}`],
  ['the circuit', (ids) => `update buyback set circuit_id = '${ids.circuit}' ${ids.buyback}`],
  ['the chosen shipping', (ids) => `update buyback set shipping_method_id = '${ids.shipping}' ${ids.buyback}`],
  ['the chosen payment', (ids) => `update buyback set payment_mode_id = '${ids.payment}' ${ids.buyback}`],
  ['the kind of its circuit', (ids) => `update circuit set type = 'web_collect' where id = '${ids.ownCircuit}'`],
  ["the product's name", (ids) => `update product set label = 'Another name' where id = '${ids.product}'`],
  ["the product's brand", (ids) => `update product set brand = 'Another brand' where id = '${ids.product}'`],
]

interface Ids {
  /** The condition that names the buyback of the item. */
  readonly buyback: string
  readonly product: string
  readonly ownCircuit: string
  readonly category: string
  readonly circuit: string
  readonly shipping: string
  readonly payment: string
}

describe('the change log names an item whose device row changes by (PULL-8)', () => {
  it.each(changes)('%s', async (_what, write) => {
    const { owner } = db()
    const { accountId, productId, circuitId, warehouseA } = world()
    const [item] = await createItems(owner, world(), 1)
    const [category, circuit, shipping, payment] = [newId(), newId(), newId(), newId()]
    await owner.query('begin')
    try {
      for (const text of [
        `insert into category (account_id, id, name, identifier, path)
         values ($1, '${category}', 'Tablets', 'tablets', array['${category}'::uuid])`,
        `insert into circuit (account_id, id, type, name) values ($1, '${circuit}', 'web_collect', 'Web')`,
        `insert into shipping_method (account_id, id, type) values ($1, '${shipping}', 'store_collect')`,
        `insert into payment_mode (account_id, id, type, label) values ($1, '${payment}', 'voucher', 'Voucher')`,
      ])
        await owner.query(text, [accountId])
      const before = await owner.query<{ n: string }>('select coalesce(max(n), 0)::text as n from sync_change')
      const buyback = `where id = (select buyback_id from item where id = '${item!.id}')`
      await owner.query(
        write({ buyback, product: productId, ownCircuit: circuitId, category, circuit, shipping, payment }),
      )
      const { rows } = await owner.query<{ bucket: string }>(
        `select bucket from sync_change where entity_id = $1 and n > $2 order by bucket`,
        [item!.id, before.rows[0]!.n],
      )
      expect(rows.map(({ bucket }) => bucket)).toContain(`warehouse:${warehouseA}`)
    } finally {
      await owner.query('rollback')
    }
  })
})
