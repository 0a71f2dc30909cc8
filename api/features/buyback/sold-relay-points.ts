import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import type { CartScope } from './cart-queries.ts'
import type { Contract } from './contract-queries.ts'
import type { MethodScope } from './pickup-queries.ts'
import { insertRelayPoint, readFilePoint, readRelaySource } from './relay-queries.ts'

type Tx = Transaction<Tables>

/** What became of the point that a customer has chosen; null where none was chosen or none is offered. */
export type ChosenRelayPoint = Result<RelayPoint | null, Failure>

const field = 'relayPoint'

/** Looks for the chosen point, at the carrier where it is a carrier's; no transaction is open while that answers. */
export async function findRelayPoint(
  deps: Pick<BuybackDeps, 'database' | 'carrierPoints'>,
  method: MethodScope,
  reference: string | undefined,
): Promise<ChosenRelayPoint> {
  if (reference === undefined) return succeed(null)
  const known = await inAccount(deps.database, method.accountId, async (tx) => {
    const source = await readRelaySource(tx, method)
    return { source, point: source === 'file' ? await readFilePoint(tx, method, reference) : null }
  })
  if (known.source === null) return succeed(null)
  const found = known.source === 'file' ? (known.point ?? 'absent') : await deps.carrierPoints.one(method, reference)
  if (found === 'unknown') return refuse('RELAY_POINTS_UNAVAILABLE', { field })
  return found === 'absent' ? refuse('RELAY_POINT_GONE', { field }) : succeed(found)
}

/** The point that a sale is made with: one where the shipping method has points, and none where it has none. */
export async function chooseRelayPoint(
  tx: Tx,
  method: MethodScope,
  chosen: ChosenRelayPoint,
): Promise<ChosenRelayPoint> {
  if ((await readRelaySource(tx, method)) === null) return succeed(null)
  return chosen.ok && chosen.value === null ? refuse('RELAY_POINT_REQUIRED', { field }) : chosen
}

/** Finds the first line whose point has left its file since it was chosen; null where all are there. */
export async function goneRelayPoint(
  tx: Tx,
  { accountId }: CartScope,
  lines: readonly { readonly contract: Contract; readonly inCartId: string }[],
): Promise<Failure | null> {
  for (const { contract, inCartId } of lines) {
    const { shippingMethodId, relayPoint } = contract
    const method = { accountId, shippingMethodId }
    if (relayPoint === undefined || (await readRelaySource(tx, method)) !== 'file') continue
    if ((await readFilePoint(tx, method, relayPoint.reference)) === null)
      return { code: 'RELAY_POINT_GONE', field, details: { inCartId } }
  }
  return null
}

/** Notes the points of what was sold together. */
export async function keepRelayPoints(tx: Tx, { accountId }: CartScope, contracts: readonly Contract[]): Promise<void> {
  for (const { buybackId, relayPoint } of contracts)
    if (relayPoint !== undefined) await insertRelayPoint(tx, { accountId, buybackId }, relayPoint)
}
