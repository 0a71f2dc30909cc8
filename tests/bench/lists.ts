import { listBuybacks } from '#api/features/buyback/list/buyback-queries.ts'
import type { BuybackScope } from '#api/db/buyback-scope.ts'
import { listBuybacksCall } from '#sync/calls/buyback-list.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'

// The office's list of buybacks at a million of one account: pages 1 to 10 without the total, under each scope, by what
// people filter and sort by.
const buybacks = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 200)

const bench = await createBenchDatabase(buybacks)
try {
  const { database, world, superuser } = bench
  const codes = await superuser.query<{ code: string }>(
    `select identification_number as code from buyback where account_id = $1 order by id limit 100`,
    [world.accountId],
  )
  const scopes: Readonly<Record<string, BuybackScope>> = {
    'the whole account': { kind: 'account' },
    'a store': { kind: 'stores', storeIds: [world.storeId] },
    'a warehouse': { kind: 'warehouse', warehouseId: world.warehouseA },
  }
  const filters: Readonly<Record<string, (round: number) => Readonly<Record<string, unknown>>>> = {
    'no filter': () => ({}),
    'a status': () => ({ status: 'bb_in_transit' }),
    'a category': () => ({ category: world.categoryId }),
    'a month': () => ({ createdFrom: '2026-01-01', createdTo: '2126-01-31' }),
    'a whole code': (round) => ({ code: codes.rows[round % 100]!.code }),
    'how a code begins': (round) => ({ code: codes.rows[round % 100]!.code.slice(0, 11) }),
    'the number, upwards': () => ({ order: { identificationNumber: 'asc' } }),
  }
  for (const [scopeName, scope] of Object.entries(scopes)) {
    for (const [filterName, filter] of Object.entries(filters)) {
      const took: number[] = []
      for (let round = -20; round < rounds; round++) {
        const page = String((((round % 10) + 10) % 10) + 1)
        const fields = filter(Math.abs(round))
        const query = listBuybacksCall.query.parse({ partial: 'true', page: 'code' in fields ? '1' : page, ...fields })
        const begun = performance.now()
        const { members } = await listBuybacks(database, world.accountId, scope, query)
        if (round >= 0) took.push(performance.now() - begun)
        if (members.length === 0 && scopeName === 'the whole account') throw new Error(`${filterName} finds nothing`)
      }
      report(`buybacks of ${scopeName}, ${filterName}`, took, 'ms', 'p99 ≤ 10')
    }
  }
} finally {
  await bench.close()
}
