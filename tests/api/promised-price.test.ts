import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modifierLines, modifierSources, type Modifier } from '#domain/buyback/modifiers.ts'
import { cents as asCents } from '#domain/kernel/money.ts'
import { connectAsOwner } from '#tests/support/factories.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  owner = await connectAsOwner(database.ownerUrl)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

it('the database promises what the domain promises, for any price and modifiers', async () => {
  const cents = fc.integer({ min: -5_000, max: 5_000 })
  const impact = fc.oneof(
    fc.constant({ type: 'none' as const }),
    fc.record({ type: fc.constant('amount' as const), amountCents: cents }),
    fc.record({
      type: fc.constant('percentage' as const),
      percent: fc.integer({ min: -10_000, max: 10_000 }).map((hundredths) => hundredths / 100),
      capCents: fc.option(cents),
    }),
  )
  const modifier = fc.record({ source: fc.constantFrom(...modifierSources), label: fc.constant('x'), impact })
  const price = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 }))
  const drawn = fc.sample(fc.tuple(price, fc.option(fc.array(modifier, { maxLength: 4 }))), 400)
  const { rows } = await owner.query<{ promised: number }>(
    `select promised_price((x ->> 0)::int, case when x -> 1 = 'null' then null
       else jsonb_build_object('modifiers', x -> 1) end) as promised
     from jsonb_array_elements($1::jsonb) with ordinality d (x, n) order by n`,
    [JSON.stringify(drawn)],
  )
  const lines = (at: number, modifiers: readonly Modifier[] | null) => modifierLines(asCents(at), modifiers ?? [])
  expect(rows.map(({ promised }) => promised)).toEqual(
    drawn.map(([at, modifiers]) => lines(at, modifiers).reduce((sum, { impactCents }) => sum + impactCents, at)),
  )
})
