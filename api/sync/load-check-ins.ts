import { roundFactOf, type NamedCheckIn } from '#sync/operations/round-check-in.ts'
import type { FindOperation } from '#sync/operations/registry.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { AccountSql, Statement } from './account-sql.ts'

interface CheckInRow extends Pick<Operation, 'type' | 'v' | 'args' | 'actor'>, Omit<Outcome, 'causeOp'> {
  readonly isUndone: boolean
  readonly isSettled: boolean
}

const findCheckIns: Statement = {
  name: 'sync-find-check-ins',
  text: `select o.op_id as "opId", o.type, o.v, o.args, o.user_id as actor, o.status, o.code, o.result,
    o.resolved_at is not null as "isSettled",
    exists (select from item_history h where h.account_id = o.account_id and h.item_id = (o.result ->> 'itemId')::uuid
      and h.action = 'undo_check_in' and h.details ->> 'targetOpId' = o.op_id::text) as "isUndone"
  from sync_op o
  where o.account_id = $1 and o.round_id = any ($2::uuid[]) and o.type = 'checkInItem'`,
}

/** The check-ins of rounds that the ledger knows; asked for by what ends one alone. */
export async function loadCheckIns(
  sql: AccountSql,
  accountId: string,
  roundIds: readonly string[],
  find?: FindOperation,
): Promise<readonly NamedCheckIn[]> {
  if (roundIds.length === 0) return []
  const rows = await sql.rows<CheckInRow>(findCheckIns, [accountId, roundIds])
  return rows.flatMap(({ isUndone, isSettled, ...row }) => {
    const word = roundFactOf(row, row, find)
    return word?.kind === 'check_in' ? [{ ...word.checkIn, isUndone, isSettled }] : []
  })
}
