import { randomUUID } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSnapshotCache, type SnapshotCache } from '#api/sync/snapshot-cache.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import { createSnapshot, sharedBases, type Snapshot } from '#api/sync/snapshot.ts'
import { unpackItem, type PackedItem } from '#sync/wire/item-row.ts'
import { partsOfFrames, type SnapshotPart } from '#web/local/copy/snapshot-parts.ts'
import { preparePull } from '#tests/support/pull-world.ts'
import { createItems, createWorld, type SyncWorld } from '#tests/support/sync-world.ts'

const sync = preparePull()
const { fetchBase, update } = sync

let snapshot: Snapshot
let kept: SnapshotCache
let made: number
beforeEach(() => {
  made = 0
  const bases = createSnapshotCache({ nowMs: sync.db.deps.nowMs, ...sharedBases })
  kept = {
    share: (key, isRight, make) =>
      bases.share(key, isRight, () => {
        made += 1
        return make()
      }),
  }
  snapshot = createSnapshot(sync.db.deps, kept)
})

/** What a device that has done nothing yet begins with. */
async function beginWith(identity: PullIdentity, place: { warehouseId?: string } = {}, from = snapshot) {
  const answer = await from(identity, { protocol: 1, deviceId: randomUUID(), uncovered: [], ...place }, 'pages')
  if (!answer.ok) throw new Error(answer.error.code)
  const parts: SnapshotPart[] = []
  for await (const block of partsOfFrames(answer.value)) parts.push(...block)
  const [head] = parts
  if (head?.kind !== 'head') throw new Error('a base begins with its head')
  const lines = parts.flatMap((part) =>
    part.kind === 'page' ? zstdDecompressSync(part.packed).toString().split('\n') : [],
  )
  return { head: head.head, items: lines.map((line) => unpackItem(JSON.parse(line) as PackedItem)) }
}

const operatorOf = (world: SyncWorld, organizationId = world.warehouseA): PullIdentity => ({
  ...sync.operator,
  accountId: world.accountId,
  userId: world.operatorA,
  organizationId,
})

describe('a base that devices share', () => {
  test('is of the account and the places of who asks, and not of who asked before (BASE-4)', async () => {
    const other = await createWorld(sync.db.owner)
    await createItems(sync.db.owner, other, 1)
    await createItems(sync.db.owner, sync.world, 2)
    await createItems(sync.db.owner, sync.world, 1, { destination: sync.world.warehouseB })
    const callers: readonly PullIdentity[] = [
      sync.operator,
      operatorOf(sync.world, sync.world.warehouseB),
      sync.seller,
      operatorOf(other),
      sync.admin,
    ]
    for (const round of [1, 2]) {
      for (const caller of callers) {
        const own = await fetchBase(caller)
        const { head, items } = await beginWith(caller)
        expect(head.scope, `round ${round}`).toEqual(own.head.scope)
        expect(new Map(items.map((item) => [item.id, item]))).toEqual(own.items)
      }
    }
    expect(made).toBe(callers.length)
  })

  test('is the same for an administrator who chooses the warehouse of an operator', async () => {
    await createItems(sync.db.owner, sync.world, 1)
    const operators = await beginWith(sync.operator)
    expect(await beginWith(sync.admin, { warehouseId: sync.world.warehouseA })).toEqual(operators)
    expect(made).toBe(1)
  })

  test('may be younger than the question of a device that waited for it', async () => {
    const others: unknown[] = []
    const waiting = createSnapshot(sync.db.deps, {
      // Between this device's question and its turn, another device writes and begins a base.
      async share(key, isRight, make) {
        await createItems(sync.db.owner, sync.world, 1)
        others.push(await beginWith(sync.operator))
        return kept.share(key, isRight, make)
      },
    })
    expect(await beginWith(sync.operator, {}, waiting)).toEqual(others[0])
    expect(made).toBe(1)
  })

  test('is made again after a restore (BASE-5, RESTORE-1)', async () => {
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    const before = await beginWith(sync.operator)
    await update(`select raise_sync_epoch()`)
    await update(`update item set archived_at = now() where id = $1`, [item!.id])
    const after = await beginWith(sync.operator)
    expect(after.head.epoch).not.toBe(before.head.epoch)
    expect(after.items).toEqual([])
    expect(made).toBe(2)
  })
})
