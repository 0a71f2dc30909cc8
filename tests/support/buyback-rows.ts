import type pg from 'pg'
import type { Row } from '#api/db/demo/insert-rows.ts'
import type { TestItem } from './factories.ts'

/** Writes columns of the buyback of an item. */
export async function changeBuyback(owner: pg.ClientBase, { buybackId }: TestItem, columns: Row): Promise<void> {
  const names = Object.keys(columns)
  await owner.query(`update buyback set ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`, [
    buybackId,
    ...Object.values(columns),
  ])
}
