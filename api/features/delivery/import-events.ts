import { createHash } from 'node:crypto'
import type { RawBuilder, Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import {
  deliveryFileLimits,
  readDeliveryCsv,
  type DeliveryLine,
  type LineFault,
  type ReadLine,
} from '#domain/delivery/delivery-csv.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { DeliveryLineAnswer } from '#sync/calls/delivery.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { isEventKnown } from './event-queries.ts'
import { ensureParcel, findByNumber } from './parcel-queries.ts'
import { isInFuture, takeEvent } from './take-event.ts'

interface Import {
  readonly caller: Session
  readonly visible: RawBuilder<unknown>
  readonly apply: boolean
}

/**
 * Takes a file of events, each line in a transaction of its own: a file that is sent again, whole or after it was cut
 * off, adds what is missing. Without `apply` nothing is written, and the answer says what would happen.
 */
export async function importEvents(
  deps: DeliveryDeps,
  caller: Session,
  visible: RawBuilder<unknown>,
  { csv, apply }: { readonly csv: string; readonly apply: boolean },
): Promise<Result<{ lines: DeliveryLineAnswer[] }, Failure>> {
  const timeZone = await inAccount(deps.database, caller.accountId, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('time_zone')
      .where('id', '=', caller.accountId)
      .executeTakeFirstOrThrow()
    return account.time_zone
  })
  const read = readDeliveryCsv(csv, timeZone)
  if (read === null) return refuse('DELIVERY_CSV_HEAD', { field: 'csv' })
  if (read.length > deliveryFileLimits.lines)
    return refuse('REQUEST_INVALID', { field: 'csv', details: { maxLines: deliveryFileLimits.lines } })
  const lines: DeliveryLineAnswer[] = []
  const seen = new Set<string>()
  for (const line of read) {
    const id = line.ok ? eventIdOf(line.value) : ''
    lines.push(
      line.ok && seen.has(id) ? answer(line.value, 'known') : await takeLine(deps, { caller, visible, apply }, line),
    )
    seen.add(id)
  }
  return succeed({ lines })
}

async function takeLine(deps: DeliveryDeps, how: Import, read: ReadLine): Promise<DeliveryLineAnswer> {
  if (!read.ok) {
    const { line, fault, trackingNumber } = read
    return { line, outcome: 'refused', fault, trackingNumber, at: null, status: null }
  }
  const line = read.value
  if (isInFuture(line.at, deps.now())) return answer(line, 'refused', 'in_future')
  return inAccount(deps.database, how.caller.accountId, (tx) => takeIn(tx, deps, how, line))
}

async function takeIn(
  tx: Transaction<Tables>,
  deps: DeliveryDeps,
  { caller, visible, apply }: Import,
  line: DeliveryLine,
): Promise<DeliveryLineAnswer> {
  const { accountId, userId } = caller
  const subject = await findByNumber(tx, accountId, line.trackingNumber, visible)
  if (subject === null) return answer(line, 'refused', 'unknown_parcel')
  const eventId = eventIdOf(line)
  if (!apply) return answer(line, (await isEventKnown(tx, accountId, eventId)) ? 'known' : 'new')
  const parcelId = await ensureParcel(tx, accountId, subject)
  const { at, status, place, text } = line
  const told = { eventId, at, status, place, text, carrierId: null, source: 'csv', enteredBy: userId } as const
  return answer(line, (await takeEvent(tx, deps, { accountId, parcelId }, told)) ? 'new' : 'known')
}

function answer(line: DeliveryLine, outcome: DeliveryLineAnswer['outcome'], fault: LineFault | null = null) {
  const { trackingNumber, at, status } = line
  return { line: line.line, outcome, fault, trackingNumber, at: at.toISOString(), status }
}

// A file without ids of its own names an event by all that it says of it.
function eventIdOf({ eventId, trackingNumber, at, status, place, text }: DeliveryLine): string {
  const content = JSON.stringify(
    eventId === null ? [trackingNumber, at.toISOString(), status, place, text] : [trackingNumber, eventId],
  )
  return `csv:${createHash('sha256').update(content).digest('hex')}`
}
