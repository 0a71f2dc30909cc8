import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { isSameSlot, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CartScope } from './cart-queries.ts'
import type { Contract } from './contract-queries.ts'
import type { Replaced } from './replace-buyback.ts'
import { bookSlot, holdSlots, readSlots, type MethodScope, type PickupDeps } from './pickup-queries.ts'

type Tx = Transaction<Tables>

/** The slot that was chosen of a shipping method; null where it has none. Its place is taken later, with the sale. */
export async function choosePickup(
  tx: Tx,
  deps: PickupDeps,
  method: MethodScope,
  {
    chosen,
    replaces,
  }: {
    readonly chosen: Pick<PickupSlot, 'day' | 'opens'> | undefined
    /** The buyback that gives its place to this one, and its slot with it. */
    readonly replaces: Replaced | undefined
  },
): Promise<Result<PickupSlot | null, Failure>> {
  const open = await readSlots(tx, deps, method, { leaving: idsOf([{ replaces }]) })
  if (open === null) return succeed(null)
  const field = 'pickup'
  if (chosen === undefined) return refuse('PICKUP_SLOT_REQUIRED', { field })
  const found = open.find((slot) => isSameSlot(slot, chosen))
  if (found === undefined || found.left === 0) return refuse('PICKUP_SLOT_TAKEN', { field })
  const { day, opens, closes } = found
  return succeed({ day, opens, closes })
}

/** Holds the slots of what is sold together until the transaction ends; a refusal names the line whose slot is taken. */
export async function holdPickups(
  tx: Tx,
  deps: PickupDeps,
  { accountId, cartId }: CartScope,
  lines: readonly {
    readonly contract: Contract
    readonly inCartId: string
    readonly replaces?: Replaced | undefined
  }[],
): Promise<Failure | null> {
  const wanted = lines.flatMap(({ contract: { pickup, shippingMethodId }, inCartId }) =>
    pickup === undefined ? [] : [{ shippingMethodId, slot: pickup, inCartId }],
  )
  const taken = await holdSlots(tx, deps, { accountId, visitId: cartId, leaving: idsOf(lines) }, wanted)
  return taken === null ? null : { code: 'PICKUP_SLOT_TAKEN', field: 'pickup', details: { inCartId: taken.inCartId } }
}

function idsOf(lines: readonly { readonly replaces?: Replaced | undefined }[]): readonly string[] {
  return lines.flatMap(({ replaces }) => (replaces === undefined ? [] : [replaces.buybackId]))
}

/** Notes the slots of what was sold together, which are one visit. */
export async function bookPickups(
  tx: Tx,
  { accountId, cartId }: CartScope,
  contracts: readonly Contract[],
  at: Date,
): Promise<void> {
  for (const { buybackId, shippingMethodId, pickup } of contracts)
    if (pickup !== undefined)
      await bookSlot(tx, accountId, { buybackId, shippingMethodId, visitId: cartId, slot: pickup, at })
}
