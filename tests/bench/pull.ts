import { randomUUID } from 'node:crypto'
import { listWarehouseItems } from '#api/features/item/item-queries.ts'
import { createPull } from '#api/sync/pull.ts'
import { createPush } from '#api/sync/push.ts'
import { createSnapshot } from '#api/sync/snapshot.ts'
import { listWarehouseItemsCall } from '#sync/calls/item.ts'
import { createQueue } from '#tests/support/sync-world.ts'
import { createBenchDatabase, itemsInTransit, report } from '#tests/support/bench-database.ts'
import { createRunParts, reportParts, type RunParts } from '#tests/support/run-parts.ts'

// A million items of one account under row-level security: what a device pulls after others have worked, and the pages
// of a list.
const items = Number(process.argv[2] ?? 1_000_000)
const rounds = 500

const bench = await createBenchDatabase(items)
try {
  const { world, deps, database } = bench
  const operator = {
    accountId: world.accountId,
    homeAccountId: world.accountId,
    userId: world.operatorA,
    module: 'rps',
    userType: 'warehouse_operator',
    organizationId: world.warehouseA,
  } as const
  const deviceId = randomUUID()
  const pull = createPull(deps)
  const push = createPush(deps)
  const snapshot = await createSnapshot(deps)(operator, { protocol: 1, deviceId, uncovered: [] })
  if (!snapshot.ok) throw new Error(snapshot.error.code)
  const reader = snapshot.value.getReader()
  const head = JSON.parse(new TextDecoder().decode((await reader.read()).value)) as { cursor: string }
  await reader.cancel()

  let { cursor } = head
  const ask = async () => {
    const answer = await pull(operator, { protocol: 1, deviceId, cursor, uncovered: [] })
    if (!answer.ok) throw new Error(answer.error.code)
    cursor = answer.value.cursor
    return answer.value
  }
  const queue = createQueue(world)
  const transit = await itemsInTransit(bench, rounds * 50)
  const parted = createRunParts(bench.postmaster)
  const tell = (name: string, runs: readonly RunParts[]): void => {
    const walls = runs.map(({ wall }) => wall)
    report(name, walls, 'ms', 'p99 ≤ 10')
    reportParts(runs)
  }
  const empties: RunParts[] = []
  const changes: RunParts[] = []
  for (let round = 0; round < rounds; round++) {
    const batch = transit.slice(round * 50, round * 50 + 50).map((item) => queue.checkIn(item))
    await push(queue.identity, queue.body(batch))
    const [changed, changing] = await parted(ask)
    const [, nothing] = await parted(ask)
    if (changed.items.length !== batch.length) throw new Error(`${changed.items.length} items came`)
    changes.push(changing)
    empties.push(nothing)
  }
  tell(`pull of 50 changed items at ${items.toLocaleString('en')} items`, changes)
  tell('pull without a change', empties)

  const pages: RunParts[] = []
  for (let round = 0; round < rounds; round++) {
    const query = listWarehouseItemsCall.query.parse({ partial: 'true', page: String((round % 10) + 1) })
    const [found, page] = await parted(() => listWarehouseItems(database, operator, query))
    pages.push(page)
    if (!found.ok || found.value.members.length !== 30) throw new Error('a page is not full')
  }
  tell('list of items, partial=true, pages 1 to 10', pages)
} finally {
  await bench.close()
}
