// @module-tag slow
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { createTour, type Tour } from '#tests/support/tour.ts'
import type { TestSession } from '#tests/support/api.ts'

let tour: Tour
const sessions = new Map<string, TestSession>()
beforeAll(async () => {
  tour = await createTour()
  for (const name of ['admin', 'buyer_manager', 'warehouse_manager']) sessions.set(name, await tour.person(name))
})
afterAll(() => tour.close())

type Member = Readonly<Record<string, unknown>>

/** A field of an order, and what of a member it goes by. */
type Field = readonly [field: string, ...shown: string[]]

const product: Field = ['product', 'brand', 'productLabel']

/** Two fields of each list that has rows in the demo which are equal in the first and differ in the second. */
const lists: readonly (readonly [path: string, first: Field, second: Field, who?: string])[] = [
  ['/api/organizations', ['type', 'type'], ['commonName', 'commonName']],
  ['/api/users', ['status', 'status'], ['email', 'email']],
  ['/api/accounts/{id}/users', ['status', 'status'], ['lastname', 'lastname']],
  ['/api/accounts', ['status', 'status'], ['name', 'name']],
  ['/api/categories', ['status', 'status'], ['name', 'name']],
  ['/api/categories/with-products', ['status', 'status'], ['identifier', 'identifier']],
  ['/api/circuits', ['channel', 'channel'], ['circuit', 'name']],
  ['/api/own-prices', ['brand', 'brand'], ['label', 'label'], 'buyer_manager'],
  ['/api/dispatch-circuit-rules', ['status', 'status'], ['circuit', 'circuit_name']],
  ['/api/shipping-methods', ['status', 'status'], ['type', 'type']],
  ['/api/payment-modes', ['status', 'status'], ['label', 'label']],
  ['/api/products', ['brand', 'brand'], ['label', 'label']],
  ['/api/refurb-steps', ['stock', 'stockName'], ['name', 'name']],
  ['/api/refurb-questions', ['type', 'type'], ['position', 'position']],
  ['/api/warehouse/items', product, ['code', 'code'], 'warehouse_manager'],
  ['/api/stocks', ['warehouseName', 'warehouseName'], ['name', 'name']],
  ['/api/buybacks', ['status', 'status'], ['identificationNumber', 'identificationNumber']],
  ['/api/buybacks/predeclared', product, ['identificationNumber', 'identificationNumber']],
  ['/api/payments', ['promisedOn', 'promisedOn'], ['amount', 'amountCents']],
  ['/api/connectors', ['type', 'type'], ['name', 'name']],
  ['/api/connector-organizations', ['status', 'status'], ['name', 'name']],
]

type Case = [path: string, first: Field, second: Field, who: string]
const cases = lists.map(([path, first, second, who = 'admin']): Case => [path, first, second, who])

/** Lists that have no such rows in the demo: none at all, or each with a value of its own. */
const without: ReadonlySet<string> = new Set([
  '/api/organizations/connected-warehouses',
  '/api/public/products',
  '/api/public/stores',
  '/api/stock-counts',
  '/api/quarantine',
  '/api/transports',
  '/api/printers',
  '/api/printers/places',
  '/api/payment-files',
  '/api/payment-releases',
])

async function read(path: string, who: string, query: string): Promise<readonly Member[]> {
  const address = `${path.replace('{id}', tour.accountId)}?pagination=false&${query}`
  const response = await sessions.get(who)!.request(address)
  expect(response.status, address).toBe(200)
  return ((await response.json()) as { 'hydra:member': readonly Member[] })['hydra:member']
}

const shown = (member: Member, [, ...names]: Field): string => JSON.stringify(names.map((name) => member[name]))

/** The rows of each value of the first field, as they follow each other, by what they show of the second. */
function runsOf(members: readonly Member[], first: Field, second: Field): readonly (readonly [string, string[]])[] {
  const runs: [string, string[]][] = []
  for (const member of members) {
    const [value, next] = [shown(member, first), shown(member, second)]
    const last = runs.at(-1)
    if (last?.[0] !== value) runs.push([value, [next]])
    else if (last[1].at(-1) !== next) last[1].push(next)
  }
  return runs
}

// How letters are sorted is each list's own: what is asked is that one value of the first field comes after the other,
// in the same order or in the opposite one, and the second field turns round by itself within each.
it.each<Case>(cases)(
  '%s goes by every field that is asked for, each its own way (API-06)',
  async (...[path, first, second, who]) => {
    const asked = async (one: string, other: string) =>
      runsOf(await read(path, who, `order[${first[0]}]=${one}&order[${second[0]}]=${other}`), first, second)
    const [up, upDown, downUp] = [await asked('asc', 'asc'), await asked('asc', 'desc'), await asked('desc', 'asc')]
    const reversed = up.map(([value, others]) => [value, others.toReversed()])
    expect(new Set(up.map(([value]) => value)).size).toBe(up.length)
    expect(up.some(([, others]) => others.length > 1)).toBe(true)
    expect(upDown).toEqual(reversed)
    expect(downUp).toEqual(up.toReversed())
  },
)

it('no list that goes by several fields is left out', () => {
  const known = new Set([...lists.map(([path]) => path), ...without])
  const left = tour.api.app.routes.flatMap(({ spec }) => {
    const order =
      spec.query instanceof z.ZodObject ? (spec.query.shape as Record<string, z.ZodType>)['order'] : undefined
    const fields = order === undefined ? {} : z.toJSONSchema(order, { io: 'input' })
    const { enum: names = [] } = (fields as { propertyNames?: { enum?: readonly string[] } }).propertyNames ?? {}
    return names.length > 1 && spec.answer !== undefined && !known.has(spec.path) ? [spec.path] : []
  })
  expect(left).toEqual([])
})
