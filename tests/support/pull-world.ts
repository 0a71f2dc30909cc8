import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createPull, type Pull } from '#api/sync/pull.ts'
import { createPush, type Push } from '#api/sync/push.ts'
import { createAudit, createSnapshot } from '#api/sync/snapshot.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import { unpackItem, type ItemRow, type PackedItem } from '#sync/wire/item-row.ts'
import {
  snapshotHeadSchema,
  snapshotTailSchema,
  type AuditAnswer,
  type Config,
  type PullAnswer,
  type SnapshotHead,
} from '#sync/wire/pull.ts'
import { sumOpenPackages, sumShares, type Sums } from '#sync/wire/sum-shares.ts'
import { createSyncDatabase, createWorld, type SyncTestDatabase, type SyncWorld } from './sync-world.ts'

/** A device's copy of its base, and how far it has followed the changes. */
interface Copy {
  readonly head: SnapshotHead
  readonly items: Map<string, ItemRow>
  config: Config
  cursor: string
}

/** What a copy's tail must say of it. */
function tailOf({ items }: Copy): Sums {
  return sumShares(items.values())
}

/** What the server's audit must say of a copy without packages. */
export function auditOf(copy: Copy): AuditAnswer {
  return { ...tailOf(copy), packages: sumOpenPackages([]), config: copy.config }
}

/** The server's side of pulling for the tests of one file, with an account of its own for each test. */
export function preparePull() {
  let db: SyncTestDatabase
  let world: SyncWorld
  let push: Push
  let pull: Pull
  let operator: PullIdentity
  let seller: PullIdentity
  let admin: PullIdentity

  beforeAll(async () => {
    db = await createSyncDatabase()
    push = createPush(db.deps)
    pull = createPull(db.deps)
  })
  beforeEach(async () => {
    world = await createWorld(db.owner)
    const { accountId } = world
    operator = {
      accountId,
      userId: world.operatorA,
      module: 'rps',
      userType: 'warehouse_operator',
      organizationId: world.warehouseA,
    }
    seller = { accountId, userId: world.seller, module: 'tim', userType: 'store_seller', organizationId: world.storeId }
    admin = { accountId, userId: world.admin, module: 'root', userType: 'admin', organizationId: newId() }
  })
  afterAll(() => db.close())

  async function fetchBase(
    identity = operator,
    uncovered: string[] = [],
    deviceId: string = randomUUID(),
  ): Promise<Copy> {
    const answer = await createSnapshot(db.deps)(identity, { protocol: 1, deviceId, uncovered })
    if (!answer.ok) throw new Error(answer.error.code)
    const lines = (await new Response(answer.value).text()).trimEnd().split('\n')
    const head = snapshotHeadSchema.parse(JSON.parse(lines[0]!))
    const tail = snapshotTailSchema.parse(JSON.parse(lines.at(-1)!))
    const items = lines.slice(1, -1).map((line) => unpackItem(JSON.parse(line) as PackedItem))
    const { config, cursor } = head
    const copy = { head, items: new Map(items.map((item) => [item.id, item])), config, cursor }
    expect(tail).toEqual(tailOf(copy))
    return copy
  }

  async function pullPage(
    cursor: string,
    { identity = operator, uncovered = [] as string[], deviceId = randomUUID() as string } = {},
  ): Promise<PullAnswer> {
    const answer = await pull(identity, { protocol: 1, deviceId, cursor, uncovered })
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value
  }

  async function follow(copy: Copy, identity = operator): Promise<PullAnswer[]> {
    const pages: PullAnswer[] = []
    for (;;) {
      const page = await pullPage(copy.cursor, { identity })
      for (const packed of page.items) copy.items.set(unpackItem(packed).id, unpackItem(packed))
      for (const id of page.gone) copy.items.delete(id)
      copy.config = page.config ?? copy.config
      copy.cursor = page.cursor
      pages.push(page)
      if (page.complete) return pages
    }
  }

  async function audit(identity = operator) {
    const answer = await createAudit(db.deps)(identity, { protocol: 1 })
    return answer.ok ? answer.value : answer.error
  }

  async function update(text: string, values: unknown[] = []): Promise<void> {
    await db.owner.query(text, values)
  }

  return {
    get db() {
      return db
    },
    get world() {
      return world
    },
    get push() {
      return push
    },
    get pull() {
      return pull
    },
    get operator() {
      return operator
    },
    get seller() {
      return seller
    },
    get admin() {
      return admin
    },
    fetchBase,
    pullPage,
    follow,
    audit,
    update,
  }
}
