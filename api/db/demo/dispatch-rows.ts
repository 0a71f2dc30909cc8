import type pg from 'pg'
import { insertRows } from './insert-rows.ts'
import type { Random } from './random.ts'

interface DispatchPlan {
  readonly accountId: string
  readonly bornMs: number
  readonly warehouseIds: readonly [first: string, second: string]
}

/** Three rules in order, a default warehouse, and the nearest one where a rule names two. */
export async function insertDispatch(client: pg.ClientBase, random: Random, plan: DispatchPlan): Promise<void> {
  const account_id = plan.accountId
  const [first, second] = plan.warehouseIds
  const at = new Date(plan.bornMs).toISOString()
  const [category] = await idsOf(
    client,
    `select id from category where account_id = $1 and identifier = 'informatique'`,
    account_id,
  )
  const circuits = await idsOf(
    client,
    `select id from circuit where account_id = $1 and type in ('web_post', 'web_collect', 'web_drop_label') order by type`,
    account_id,
  )
  const rules = [
    {
      title: 'Ordinateurs et tablettes',
      conditions: [{ attribute: 'category', operator: 'is', values: [category] }],
      warehouses: [second],
    },
    {
      title: 'Apple, sauf pour pièces',
      conditions: [
        { attribute: 'brand', operator: 'is', values: ['Apple'] },
        { attribute: 'declared_state', operator: 'notIn', values: ['grade_d', 'grade_e'] },
      ],
      warehouses: [first],
    },
    {
      title: 'Reprises en ligne',
      conditions: [{ attribute: 'circuit', operator: 'in', values: circuits }],
      warehouses: [first, second],
    },
  ].map((rule) => ({ ...rule, id: random.id(plan.bornMs) }))
  await insertRows(client, 'warehouse_dispatch', [
    {
      account_id,
      id: random.id(plan.bornMs),
      default_warehouse_id: first,
      is_geographic: true,
      updated_at: at,
      version: 1,
    },
  ])
  await insertRows(
    client,
    'warehouse_dispatch_rule',
    rules.map(({ id, title, conditions }, n) => ({
      account_id,
      id,
      title,
      position: n + 1,
      conditions,
      created_at: at,
      updated_at: at,
      version: 1,
    })),
  )
  await insertRows(
    client,
    'warehouse_dispatch_rule_warehouse',
    rules.flatMap(({ id, warehouses }) =>
      warehouses.map((warehouse_id, n) => ({ account_id, rule_id: id, warehouse_id, position: n + 1 })),
    ),
  )
}

async function idsOf(client: pg.ClientBase, text: string, accountId: string): Promise<readonly string[]> {
  const found = await client.query<{ id: string }>(text, [accountId])
  return found.rows.map(({ id }) => id)
}
