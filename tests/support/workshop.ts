import { expect, type Page } from 'playwright/test'
import type { AppServer } from './app-server.ts'
import { prepareApp } from './prepare-app.ts'
import { type Handheld, signInAtCheckIn, startHandheld } from './handheld.ts'

/** A product as its label reads. */
interface Labelled {
  readonly id: string
  readonly code: string
}

/** The product for the tests of one file, and what they ask of it about refurbishment. */
export function prepareWorkshop() {
  let app: AppServer

  prepareApp(600, (started) => (app = started))

  let taken = 0

  /** A product of the first warehouse in a status, another one each time. */
  async function product(condition: string, warehouseId = app.warehouses[0]): Promise<Labelled> {
    const found = await app.owner.query<Labelled>(
      `select id, identification_number as code from item where ${condition} and warehouse_id = $1 order by id offset $2 limit 1`,
      [warehouseId, taken++],
    )
    return found.rows[0]!
  }

  async function stockId(name: string, warehouseId = app.warehouses[0]): Promise<string> {
    const found = await app.owner.query<{ id: string }>(`select id from stock where warehouse_id = $1 and name = $2`, [
      warehouseId,
      name,
    ])
    return found.rows[0]!.id
  }

  async function stored(itemId: string) {
    const found = await app.owner.query<{
      status: string
      stock: string | null
      steps:
        | readonly { name: string; status: string; workedMs: number; comment: string | null; revision: number }[]
        | null
    }>(
      `select i.status, s.name as stock, i.facts -> 'steps' as steps from item i left join stock s on s.id = i.stock_id
        where i.id = $1`,
      [itemId],
    )
    return found.rows[0]!
  }

  async function history(itemId: string): Promise<readonly string[]> {
    const found = await app.owner.query<{ action: string }>(
      `select action from item_history where item_id = $1 order by server_at, id`,
      [itemId],
    )
    return found.rows.map(({ action }) => action)
  }

  /** Signs in and waits for copy and service worker, so that the device starts without a network. */
  async function ready(name: string): Promise<Handheld> {
    const device = await startHandheld({ isOwn: true, baseURL: app.url })
    await signInAtCheckIn(device.page(), name)
    return device
  }

  return { app: () => app, product, stockId, stored, history, ready }
}

/** Waits until the colour of the last action has passed. */
export const calm = (page: Page) => expect(page.locator('svg[width="112"]')).toHaveCount(0)
