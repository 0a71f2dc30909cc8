import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import pg from 'pg'
import { inAccountSql } from '#api/sync/account-sql.ts'
import { auditOf, preparePull } from '#tests/support/pull-world.ts'
import { createItems, createQueue } from '#tests/support/sync-world.ts'

const sync = preparePull()
const { audit, fetchBase, follow, update } = sync

describe('a cursor', () => {
  async function expired(cursor: string, identity = sync.operator) {
    const answer = await sync.pull(identity, { protocol: 1, deviceId: randomUUID(), cursor, uncovered: [] })
    return answer.ok ? null : answer.error.code
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('that this server did not write is expired (PULL-2)', async () => {
    const { cursor } = await fetchBase()
    const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, unknown>
    for (const text of ['', 'x', encode(null), encode({}), encode({ ...read, s: '5' }), encode({ ...read, s: '0:1:' })])
      expect(await expired(text)).toBe('SYNC_CURSOR_EXPIRED')
    expect(await expired(encode({ ...read, s: 'zzzzzzzzzzzz:1:' }))).toBe('SYNC_CURSOR_EXPIRED')
    expect(await expired(encode({ ...read, s: 'zzzzzzzzzzzzz:1:' }))).toBe('SYNC_CURSOR_EXPIRED')
    expect(await expired(encode({ ...read, u: '1:1:', p: { x: ['99999999999999999999', 1] } }))).toBe(
      'SYNC_CURSOR_EXPIRED',
    )
  })

  test('of another scope is expired (PULL-2)', async () => {
    const { cursor } = await fetchBase()
    expect(await expired(cursor, { ...sync.operator, organizationId: sync.world.warehouseB })).toBe(
      'SYNC_CURSOR_EXPIRED',
    )
  })

  test('of an earlier epoch is expired, and the new base tells a lowered sequence (PULL-2, RESTORE-1)', async () => {
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    const queue = createQueue(sync.world)
    await sync.push(queue.identity, queue.body([queue.checkIn(item!)]))
    const { cursor, head } = await fetchBase()
    await update(`delete from sync_op where account_id = $1`, [sync.world.accountId])
    await update(`update sync_device set acked_seq = 0 where account_id = $1`, [sync.world.accountId])
    await update(`select raise_sync_epoch()`)
    expect(await expired(cursor)).toBe('SYNC_CURSOR_EXPIRED')
    const restored = await fetchBase(sync.operator, [], queue.identity.deviceId)
    expect(restored.head.epoch).not.toBe(head.epoch)
    expect(restored.head.acked).toEqual([{ actor: sync.world.operatorA, module: 'rps', seq: 0 }])
  })

  test('from before the pruned part of the log is expired, a later one goes on (PULL-2)', async () => {
    const [item] = await createItems(sync.db.owner, sync.world, 1)
    const prune = (keep: string) =>
      inAccountSql(sync.db.deps.pool, sync.world.accountId, 'read committed', (sql) =>
        sql.run(`select sync_prune_changes('${keep}', 100000)`),
      )
    await prune('1 day')
    const before = await fetchBase()
    await update(`update sync_horizon set at = at - interval '2 days'`)
    await prune('1 day')
    await update(`update item set comment = 'b' where id = $1`, [item!.id])
    const read = JSON.parse(Buffer.from(before.cursor, 'base64url').toString()) as Record<string, unknown>
    expect(await expired(encode({ ...read, s: '3:0:' }))).toBe('SYNC_CURSOR_EXPIRED')
    expect((await follow(before))[0]!.items).toHaveLength(1)
    expect(await audit()).toEqual(auditOf(before))
  })

  test('holds hundreds of running transactions in its length', async () => {
    const { cursor } = await fetchBase()
    expect(cursor.length).toBeLessThan(400)
  })
})

test(
  'under writers that commit in any order the union of pulls is what was committed',
  { tags: ['slow'] },
  async () => {
    const items = await createItems(sync.db.owner, sync.world, 200)
    const copy = await fetchBase()
    let isWriting = true
    const writers = Array.from({ length: 8 }, async () => {
      const client = new pg.Client({ connectionString: sync.db.test.ownerUrl })
      await client.connect()
      await client.query(`set app.system = 'on'`)
      for (let round = 0; round < 25; round++) {
        await client.query('begin')
        await client.query(`update item set comment = $2 where id = $1`, [
          items[Math.floor(Math.random() * 200)]!.id,
          String(round),
        ])
        await client.query('select pg_sleep($1)', [Math.random() * 0.02])
        await client.query(Math.random() < 0.1 ? 'rollback' : 'commit')
      }
      await client.end()
    })
    const reading = (async () => {
      while (isWriting) await follow(copy)
    })()
    await Promise.all(writers)
    isWriting = false
    await reading
    await follow(copy)
    expect(await audit()).toEqual(auditOf(copy))
  },
)
