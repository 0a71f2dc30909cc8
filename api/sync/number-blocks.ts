import { numberBlockSize, packageSerialLimit, type NumberBlock } from '#domain/expedition/package-number.ts'
import { inAccountSql, type Statement } from './account-sql.ts'
import type { SyncDeps } from './sync-deps.ts'

const lockBlocks: Statement = {
  name: 'sync-lock-blocks',
  text: `select pg_advisory_xact_lock(hashtextextended('package numbers ' || $1::uuid, 0))`,
}

const drawStatement: Statement = {
  name: 'sync-draw-block',
  text: `insert into package_number_block (account_id, first_serial, last_serial, device_id, user_id)
  select $1, n.first, n.first + ${numberBlockSize - 1}, $2, $3
  from (select coalesce(
    (select b.last_serial + 1 from package_number_block b where b.account_id = $1
     order by b.first_serial desc limit 1), 0) as first) n
  returning first_serial::float8 as "firstSerial", last_serial::float8 as "lastSerial"`,
}

/** Who draws numbers, and for which device. */
export interface BlockOwner {
  readonly accountId: string
  readonly userId: string
  readonly deviceId: string
}

/** Builds the drawing of package numbers: each block goes to one device, and no two blocks of an account overlap. */
export function createDrawBlock(deps: Pick<SyncDeps, 'pool'>): (owner: BlockOwner) => Promise<NumberBlock> {
  return ({ accountId, userId, deviceId }) =>
    inAccountSql(deps.pool, accountId, 'read committed', async (sql) => {
      await sql.rows(lockBlocks, [accountId])
      const [block] = await sql.rows<NumberBlock>(drawStatement, [accountId, deviceId, userId])
      if (block === undefined || block.lastSerial >= packageSerialLimit) throw new Error('package numbers are used up')
      return block
    })
}
