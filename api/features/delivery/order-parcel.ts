import type { Transaction } from 'kysely'
import type { CancelAnswer, Carrier, LabelAnswer, LabelOrder } from '#api/adapters/carrier/carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import { sendPickupJob } from '#api/db/pickup-job.ts'
import type { Tables } from '#api/db/tables.ts'
import { noteLabelOnItem } from '#api/documents/buyback-document-queries.ts'
import { verdictError } from '#api/http/demand-harmless.ts'
import { queueLabelMail } from '#api/mail/buyback-mails.ts'
import type { FileVerdictError } from '#domain/kernel/file-verdict.ts'
import { orderKey } from '#domain/delivery/parcel.ts'
import { awaitsLabel } from '#domain/item/awaits-label.ts'
import { openSecretsOf } from './carrier-queries.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { readCarried } from './event-queries.ts'
import { keepLabel, noteLabelOfPackage, noteOrder, noteOrderStatus, setLabelState } from './label-queries.ts'
import {
  isNumberTaken,
  isSlotSettled,
  lockParcel,
  lockParcelAlone,
  readOrderContent,
  readParcel,
  sendCarrierJob,
  type ParcelRow,
  type ParcelScope,
} from './parcel-queries.ts'

type Tx = Transaction<Tables>

/**
 * Orders the label of a parcel, or asks for it: the same key is one parcel to the carrier, so that doing it again, at
 * once or after a crash at any point, orders nothing twice. Throws until the answer is definite, so that the job comes
 * back.
 */
export async function orderParcel(deps: DeliveryDeps, scope: ParcelScope): Promise<void> {
  const begun = await inAccount(deps.database, scope.accountId, async (tx) => {
    const parcel = await readParcel(tx, scope)
    if (parcel?.state !== 'ordering') return null
    const content = (await isAwaited(tx, scope, parcel)) ? await readOrderContent(tx, scope) : null
    if (content === null) {
      await giveUp(tx, scope, parcel.attempt)
      return null
    }
    const carrier = await carrierOf(tx, deps, scope, parcel)
    if (carrier === null) return null
    const order: LabelOrder = { key: orderKey(parcel.id, parcel.attempt), ...content }
    return { parcel, carrier, order }
  })
  if (begun === null) return
  // No transaction is open while the carrier takes its time.
  const answer = await begun.carrier.order(begun.order)
  if (answer.state === 'unknown') throw new Error('CARRIER_OUTCOME_UNKNOWN')
  if (answer.state === 'accepted') throw new Error('CARRIER_LABEL_PENDING')
  const verdict = answer.state === 'ready' ? await verdictError(deps.scanner, answer.label) : null
  if (verdict === 'FILE_NOT_SCANNED') throw new Error(verdict)
  const isMailed = await inAccount(deps.database, scope.accountId, async (tx) => {
    const mailed = await settle(tx, deps, scope, begun.parcel.attempt, answer, verdict)
    await tellNewSlot(tx, scope, begun)
    return mailed
  })
  if (isMailed) deps.mailQueued()
}

/** Has the carrier told of a slot that was chosen while the order was on its way. */
async function tellNewSlot(
  tx: Tx,
  scope: ParcelScope,
  { parcel, order }: { readonly parcel: ParcelRow; readonly order: LabelOrder },
): Promise<void> {
  if (parcel.buybackId === null) return
  const ofBuyback = { accountId: scope.accountId, buybackId: parcel.buybackId }
  if (!(await isSlotSettled(tx, ofBuyback, order.pickup)))
    await sendPickupJob(tx, ofBuyback, { waitSeconds: 0, onlyAsked: false })
}

async function isAwaited(tx: Tx, { accountId }: ParcelScope, parcel: ParcelRow): Promise<boolean> {
  const carried = await readCarried(tx, accountId, parcel)
  return carried.some(({ parcel: kind, isCurrent, ...state }) => awaitsLabel({ state, parcel: kind, isCurrent }))
}

/** Ends an order that nobody needs any more: an earlier try may have reached the carrier, so that it is cancelled there. */
async function giveUp(tx: Tx, scope: ParcelScope, attempt: number): Promise<void> {
  const parcel = await lockParcelAlone(tx, scope)
  if (parcel?.state !== 'ordering' || parcel.attempt !== attempt) return
  await noteOrder(tx, scope.accountId, parcel, { state: 'cancelling' })
  await sendCarrierJob(tx, 'carrier-cancel', scope)
}

/** Cancels the order of a parcel that will not leave. Throws until the answer is definite. */
export async function cancelParcel(deps: DeliveryDeps, scope: ParcelScope): Promise<void> {
  const begun = await inAccount(deps.database, scope.accountId, async (tx) => {
    const parcel = await readParcel(tx, scope)
    if (parcel?.state !== 'cancelling') return null
    const carrier = await carrierOf(tx, deps, scope, parcel)
    return carrier === null ? null : { parcel, carrier }
  })
  if (begun === null) return
  const { parcel, carrier } = begun
  const answer = await carrier.cancel(orderKey(parcel.id, parcel.attempt))
  if (answer === 'unknown') throw new Error('CARRIER_OUTCOME_UNKNOWN')
  await inAccount(deps.database, scope.accountId, (tx) => settleCancelling(tx, scope, parcel.attempt, answer))
}

async function settle(
  tx: Tx,
  deps: DeliveryDeps,
  scope: ParcelScope,
  attempt: number,
  answer: Extract<LabelAnswer, { state: 'ready' | 'failed' }>,
  verdict: FileVerdictError | null,
): Promise<boolean> {
  const parcel = await lockParcel(tx, scope)
  if (parcel === null || parcel.attempt !== attempt) return false
  // The parcel was cancelled while the carrier made the label: a label that was made after all is cancelled again.
  if (parcel.state === 'cancelled' || parcel.state === 'cancelling') {
    if (answer.state === 'failed') return false
    await noteOrder(tx, scope.accountId, parcel, { state: 'cancelling', number: answer.number, url: answer.url })
    await sendCarrierJob(tx, 'carrier-cancel', scope)
    return false
  }
  if (parcel.state !== 'ordering') return false
  if (answer.state === 'failed') return fail(tx, scope, parcel, answer.reason)
  // The same label is the same to the scanner at each try; another is ordered, or made here.
  if (verdict !== null) return fail(tx, scope, parcel, verdict)
  // Two parcels under one number would have each other's events.
  if (await isNumberTaken(tx, scope, parcel.carrierId, answer.number))
    return fail(tx, scope, parcel, `${answer.number}: number already given`)
  return succeedWith(tx, deps, scope, parcel, answer)
}

async function succeedWith(
  tx: Tx,
  deps: DeliveryDeps,
  { accountId }: ParcelScope,
  parcel: ParcelRow,
  { number, url, label }: Extract<LabelAnswer, { state: 'ready' }>,
): Promise<boolean> {
  await noteOrder(tx, accountId, parcel, { state: 'ready', number, url })
  await noteOrderStatus(tx, accountId, parcel, 'ORDER_LABEL_READY')
  if (parcel.buybackId === null) {
    await noteLabelOfPackage(tx, accountId, parcel, { state: 'ready', bytes: label, url })
    return false
  }
  const ofBuyback = { accountId, buybackId: parcel.buybackId }
  if (!(await keepLabel(tx, ofBuyback, { bytes: label, at: deps.now() }))) return false
  await noteLabelOnItem(tx, ofBuyback, { hasTransportLabel: true, transportLabelFailed: false })
  return queueLabelMail(tx, deps, ofBuyback)
}

async function fail(tx: Tx, { accountId }: ParcelScope, parcel: ParcelRow, reason: string): Promise<false> {
  await noteOrder(tx, accountId, parcel, { state: 'failed', failure: reason.slice(0, 255) })
  await noteOrderStatus(tx, accountId, parcel, 'ORDER_FAILED')
  if (parcel.buybackId === null) {
    await noteLabelOfPackage(tx, accountId, parcel, { state: 'failed' })
    return false
  }
  const ofBuyback = { accountId, buybackId: parcel.buybackId }
  await setLabelState(tx, ofBuyback, 'failed')
  await noteLabelOnItem(tx, ofBuyback, { hasTransportLabel: false, transportLabelFailed: true })
  return false
}

async function settleCancelling(tx: Tx, scope: ParcelScope, attempt: number, answer: Exclude<CancelAnswer, 'unknown'>) {
  const parcel = await lockParcel(tx, scope)
  if (parcel?.state !== 'cancelling' || parcel.attempt !== attempt) return
  if (answer === 'refused') return noteOrder(tx, scope.accountId, parcel, { state: 'ready' })
  await noteOrder(tx, scope.accountId, parcel, { state: 'cancelled' })
  // The products of a package have arrived without it, and bear the status of what they came with.
  if (parcel.packageId !== null) return noteLabelOfPackage(tx, scope.accountId, parcel, { state: 'none' })
  await noteOrderStatus(tx, scope.accountId, parcel, 'ORDER_CANCELLED')
  if (parcel.buybackId !== null)
    await setLabelState(tx, { accountId: scope.accountId, buybackId: parcel.buybackId }, 'none')
}

/** The carrier of a parcel; null where it has none that is active. */
export async function carrierOf(
  tx: Tx,
  { vault, openCarrier, carrierHosts }: Pick<DeliveryDeps, 'vault' | 'openCarrier' | 'carrierHosts'>,
  { accountId }: Pick<ParcelScope, 'accountId'>,
  { carrierId }: ParcelRow,
): Promise<Carrier | null> {
  if (carrierId === null) return null
  const opened = await openSecretsOf(tx, vault, { accountId, carrierId })
  // What the installation does not speak to any more waits until it does again.
  if (opened !== null && !carrierHosts.includes(new URL(opened.url).host)) throw new Error('CARRIER_HOST_NOT_ALLOWED')
  return opened === null ? null : openCarrier(opened)
}
