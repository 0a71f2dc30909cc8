import type { RawBuilder, Transaction } from 'kysely'
import { readableBuybacks, scopeOf, visibleBuybacks } from '#api/db/buyback-scope.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readParcels } from '#api/db/parcels-of-buyback.ts'
import type { Tables } from '#api/db/tables.ts'
import { listWorkbookRoutes } from '#api/documents/workbook/list-workbook-routes.ts'
import type { BookColumn } from '#api/documents/workbook/sheet-book.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { isOnItsWay } from '#domain/delivery/carrier-event.ts'
import { deliveryFileLimits, isDeliveryHead } from '#domain/delivery/delivery-csv.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/delivery.ts'
import type { DeliveryAnswer } from '#sync/calls/delivery.ts'
import { deliveryWorkbookTemplateCall, readDeliveryWorkbookCall } from '#sync/calls/list-workbook.ts'
import { createCarrierRoutes } from './carrier-routes.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { isVisible, readDelivery, subjectOf } from './delivery-queries.ts'
import { importEvents } from './import-events.ts'
import { setLabelState, takeFromCarrier } from './label-queries.ts'
import { createPackageLabelRoutes, makePackageLabel, orderOfPackage } from './package-label-routes.ts'
import { ensureParcel, lockParcel, type ParcelRow } from './parcel-queries.ts'
import { isInFuture, takeEvent } from './take-event.ts'

type Tx = Transaction<Tables>

/** The columns of a workbook of events, as its help explains them. */
const eventColumns: readonly BookColumn[] = [
  { name: 'trackingNumber', kind: 'code', words: [], example: '6A12345678901' },
  { name: 'eventId', kind: 'code', words: [], example: 'EV-1' },
  { name: 'at', kind: 'time', words: [], example: '2026-01-31T14:05:00+01:00' },
  { name: 'status', kind: 'words', words: deliveryStatuses.filter(isOnItsWay), example: 'DELIVERY_DELIVERED' },
  { name: 'place', kind: 'text', words: [], example: 'Lyon' },
  { name: 'text', kind: 'text', words: [], example: '' },
]

const write = { permission: 'delivery.write' } as const

/** Deliveries of buybacks: what carriers told, what people enter, labels that failed, and the carriers themselves. */
export function createDeliveryRoutes(deps: DeliveryDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  /** What the caller may change: who has sent a product reads on, and leaves its parcel to the place that it goes to. */
  const changeableBy = async (caller: Session): Promise<RawBuilder<unknown>> =>
    visibleBuybacks(caller.accountId, await scopeOf(database, caller))

  /** Runs for a buyback that the caller may change, or reads one that the caller sees, and answers its parcels. */
  async function ofBuyback(
    caller: Session,
    buybackId: string,
    run?: (tx: Tx) => Promise<Result<undefined, Failure>>,
  ): Promise<Result<DeliveryAnswer, Failure>> {
    const { accountId } = caller
    const visible =
      run === undefined ? readableBuybacks(accountId, await scopeOf(database, caller)) : await changeableBy(caller)
    return inAccount(database, accountId, async (tx) => {
      if (!(await isVisible(tx, visible, buybackId))) return refuse('REQUEST_NOT_FOUND')
      const done = (await run?.(tx)) ?? succeed(undefined)
      return done.ok ? succeed(await readDelivery(tx, { accountId, buybackId })) : done
    })
  }

  return [
    route(
      { ...calls.readDeliveryCall, permission: 'buyback.read', summary: 'Parcels of a product, and what was told' },
      async ({ caller, params }) => ofBuyback(caller, params.id),
    ),

    route(
      {
        ...calls.addDeliveryEventCall,
        ...write,
        summary: 'Enter what became of a parcel',
        refusals: ['DELIVERY_EVENT_IN_FUTURE', 'DELIVERY_NO_PARCEL'],
      },
      async ({ caller, params, body }) => {
        const at = new Date(body.at)
        if (isInFuture(at, now())) return refuse('DELIVERY_EVENT_IN_FUTURE', { field: 'at' })
        const { accountId, userId } = caller
        return ofBuyback(caller, params.id, async (tx) => {
          const [current] = await readParcels(tx, { accountId, buybackId: params.id })
          if (current === undefined) return refuse('DELIVERY_NO_PARCEL')
          const parcelId = await ensureParcel(tx, accountId, subjectOf(current, params.id))
          await takeEvent(
            tx,
            deps,
            { accountId, parcelId },
            {
              carrierId: null,
              eventId: body.id,
              at,
              status: body.status,
              place: body.place === '' ? null : body.place,
              text: body.text === '' ? null : body.text,
              source: 'office',
              enteredBy: userId,
            },
          )
          return succeed(undefined)
        })
      },
    ),

    route(
      {
        ...calls.orderLabelCall,
        ...write,
        summary: 'Order a label again that has failed, or make it here',
        refusals: ['DELIVERY_NO_PARCEL', 'LABEL_NOT_FAILED'],
      },
      async ({ caller, params, body }) => {
        const { accountId } = caller
        return ofBuyback(caller, params.id, async (tx) => {
          const [current] = await readParcels(tx, { accountId, buybackId: params.id })
          if (current?.id == null) return refuse('DELIVERY_NO_PARCEL')
          const scope = { accountId, parcelId: current.id }
          const parcel = await lockParcel(tx, scope)
          if (parcel?.state !== 'failed') return refuse('LABEL_NOT_FAILED', { details: { state: current.state } })
          await (body.by === 'carrier' ? orderAgain : makeHere)(tx, accountId, parcel)
          return succeed(undefined)
        })
      },
    ),

    route(
      {
        ...calls.importDeliveryEventsCall,
        ...write,
        summary: 'Events of a CSV file, line by line',
        maxBodyBytes: 1024 * 1024,
        refusals: ['DELIVERY_CSV_HEAD'],
      },
      async ({ caller, body }) => importEvents(deps, caller, await changeableBy(caller), body),
    ),

    ...listWorkbookRoutes({
      ...write,
      read: readDeliveryWorkbookCall,
      template: deliveryWorkbookTemplateCall,
      name: 'delivery-events',
      columns: eventColumns,
      isHead: isDeliveryHead,
      lines: deliveryFileLimits.lines,
      words: 'events',
    }),
    ...createPackageLabelRoutes(deps),
    ...createCarrierRoutes(deps),
  ]
}

async function orderAgain(tx: Tx, accountId: string, parcel: ParcelRow): Promise<void> {
  // The label of a buyback is a paper of its own, and a trigger on its state orders the parcel.
  if (parcel.buybackId !== null) return setLabelState(tx, { accountId, buybackId: parcel.buybackId }, 'awaiting')
  await orderOfPackage(tx, accountId, parcel)
}

async function makeHere(tx: Tx, accountId: string, parcel: ParcelRow): Promise<void> {
  if (parcel.buybackId === null) return makePackageLabel(tx, accountId, parcel)
  await takeFromCarrier(tx, accountId, parcel)
  await setLabelState(tx, { accountId, buybackId: parcel.buybackId }, 'awaiting')
}
