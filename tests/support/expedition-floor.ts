import type pg from 'pg'
import { expect, type Page } from 'playwright/test'
import { badgeOf } from './handheld.ts'
import { servedByWorker } from './service-worker.ts'

/** An item by its code. */
export interface Found {
  readonly id: string
  readonly code: string
}

/** Items `i` that meet a condition, with buyback `b`, circuit `c` and store `s`. */
export async function itemsWhere(
  owner: pg.Client,
  condition: string,
  values: readonly unknown[] = [],
): Promise<readonly Found[]> {
  const { rows } = await owner.query<Found>(
    `select i.id, i.identification_number as code from item i
      join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
      join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
      join organization s on s.account_id = i.account_id and s.id = i.store_id
      where ${condition} order by i.id`,
    [...values],
  )
  return rows
}

/** Products that a store is to send in packages to a warehouse. */
export async function itemsOfStore(
  owner: pg.Client,
  store: string,
  warehouseId: string,
  count: number,
): Promise<readonly Found[]> {
  const found = await itemsWhere(
    owner,
    `s.external_id = $1 and i.destination_warehouse_id = $2
      and i.status in ('item_awaiting_inventory', 'item_in_transit') and not i.tested`,
    [store, warehouseId],
  )
  const some = found.slice(0, count)
  expect(some).toHaveLength(count)
  const ids = some.map(({ id }) => id)
  await owner.query(
    `update buyback b set status = 'bb_awaiting_inventory', circuit_id = (select id from circuit c
       where c.account_id = b.account_id and c.type = 'store_drop' limit 1)
     from item i where i.buyback_id = b.id and i.id = any ($1::uuid[])`,
    [ids],
  )
  await owner.query(`update item set status = 'item_awaiting_inventory' where id = any ($1::uuid[])`, [ids])
  return some
}

/** How many blocks of package numbers devices have drawn. */
export async function blockCount(owner: pg.Client): Promise<number> {
  return (await owner.query(`select 1 from package_number_block`)).rows.length
}

/** Waits until the open expedition goes on without a network: copy, program, and a block of numbers beyond `before`. */
export async function readyToSend(owner: pg.Client, page: Page, before: number): Promise<void> {
  await expect(page.locator('[data-scan-ready]')).toBeVisible({ timeout: 30_000 })
  await servedByWorker(page)
  // A device draws its package numbers as soon as it has its copy.
  await expect.poll(() => blockCount(owner), { timeout: 30_000 }).toBeGreaterThan(before)
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 30_000 })
}

/** A package as the server has it. */
export async function packageOf(owner: pg.Client, number: string) {
  const { rows } = await owner.query<{ status: string; item_ids: string[]; destination_warehouse_id: string }>(
    `select status, item_ids, destination_warehouse_id from package where number = $1`,
    [number],
  )
  return rows[0]
}

/** The number of the package that a screen shows. */
export async function numberOn(page: Page): Promise<string> {
  const text = await page
    .getByText(/^0\s?4\d/)
    .first()
    .textContent()
  return (text ?? '').replaceAll(/\D/g, '')
}
