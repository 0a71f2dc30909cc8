import { bonusOf } from '#domain/buyback/modifiers.ts'
import { promiseHolds } from '#domain/buyback/quote-validity.ts'
import { predeclaredShipping, type Promised } from '#domain/buyback/decide-sale.ts'
import { fail, succeed } from '#domain/kernel/result.ts'
import { finalizedState, isPredeclared } from '#domain/item/first-state.ts'
import type { CounterRecords, PromisedProduct, Records } from '../../records.ts'
import { itemFacts, type ItemRow } from '../../wire/item-row.ts'
import { defineOperation, sendsFrom } from '../define-operation.ts'
import { saveUpdate } from '../item-write.ts'
import { finalizeInStoreArgs, type FinalizeInStoreArgs } from './counter-args.ts'
import { decideContract, checkCatalogVersion, refusalOf } from './counter-sale.ts'

/**
 * Finalises a buyback that was predeclared on the web (lifecycle, row «finalise in store»). Within 15 days the prices
 * and questions of its declaration apply to the condition found at the counter; afterwards those of the catalog that
 * the sale names. The moment of the capture counts, by the server's clock: neither a late delivery nor the device's own
 * clock changes it.
 */
export const finalizeInStore = defineOperation<FinalizeInStoreArgs>({
  type: 'finalizeInStore',
  v: 3,
  permission: 'buyback.finalize',
  schema: finalizeInStoreArgs,
  upcast: {
    1: ({ catalog, ...args }) => ({ ...args, catalog: { ...(catalog as object), confirmedAtMs: null } }),
    // The second version sealed nothing of being found again: a server that cannot read that leaves the third to one that can.
    2: (args) => args,
  },
  lanes: ({ itemId }) => [`item:${itemId}`],
  needs: ({ itemId, storeId, catalog, sealed }) => ({
    itemIds: [itemId],
    codes: [],
    roundIds: [],
    opIds: [],
    sales: [
      {
        version: catalog.version,
        storeId,
        lines: [{ itemId, buybackId: null, number: null, productId: null, circuitId: null }],
        sealed,
        about: { kind: 'item', id: itemId },
      },
    ],
  }),
  apply(records, op, args, context) {
    const { storeId, itemId, catalog } = args
    if (!sendsFrom(context.actor, { type: 'store', storeId })) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const { counter } = records
    if (counter === undefined) return fail({ code: 'COUNTER_CATALOG_MISSING' })
    const item = records.item(itemId)
    if (item === undefined) return fail({ code: 'ITEM_UNKNOWN' })
    const { productId, circuitId, circuit, categoryId, chosen } = itemFacts(item)
    if (item.buybackStatus === 'bb_cancelled') return fail({ code: 'BUYBACK_CANCELLED' })
    if (!isPredeclared(item))
      return fail({ code: 'BUYBACK_ALREADY_FINALIZED', details: { status: item.buybackStatus } })
    if (productId === null || circuitId === null || circuit === null || categoryId === null)
      return fail({ code: 'ITEM_UNKNOWN' })
    const takenMs = takenAtMs(counter, catalog, context.atMs)
    const promised = promisedTo(records, item, takenMs)
    // A promise that has ended since counts where the device may still have kept the work of that time.
    const unsentSinceMs = counter.unsentSinceMs(op.opId) ?? takenMs
    if (promised !== null && takenMs < unsentSinceMs && !promiseHolds(item.createdAtMs, unsentSinceMs))
      return fail({ code: 'COUNTER_AGE_DOUBTED' })
    const question = {
      version: catalog.version,
      storeId,
      productId,
      circuitId,
      promised: promised === null ? null : promisedProductOf(item, categoryId),
    }
    const offered = counter.offer(question)
    const methods = offered.ok ? (offered.value.circuit?.shippingMethods ?? []) : []
    const named = typeof chosen?.shippingMethodId === 'string' ? chosen.shippingMethodId : null
    const shippingMethodId = predeclaredShipping(methods, named)?.id ?? ''
    const declared = { ...args, shippingMethodId }
    const decision = decideContract(counter, question, declared, { channel: 'web', promised })
    if (!decision.ok) return fail(refusalOf(decision.error))
    const { offer, options, declaration, price, warehouseId } = decision.value
    const about = { kind: 'item', id: itemId } as const
    const paymentTypes = [options.paymentMode.type]
    const fault =
      (promised === null ? checkCatalogVersion(counter, catalog, { opId: op.opId, nowMs: context.atMs }) : null) ??
      counter.validateSeller(about, args.sealed, { ...offer, paymentTypes })
    if (fault !== null) return fail(refusalOf(fault))
    const imei = args.imei ?? item.imei
    const serialNumber = args.serialNumber ?? item.serialNumber
    const contract = {
      itemId,
      circuitId,
      circuitType: circuit,
      storeId,
      categoryId,
      productId,
      declaration,
      imei,
      serialNumber,
      shippingMethodId: options.shippingMethod.id,
      paymentModeId: options.paymentMode.id,
      bonusCents: bonusOf(price.lines),
      warehouseId,
    }
    records.saveSale({ kind: 'finalize', opId: op.opId, about, version: catalog.version, contract })
    saveUpdate(records, {
      item: { ...item, storeId, declaredGrade: declaration.grade, declaredPriceCents: declaration.priceCents },
      op,
      context,
      action: 'finalize',
      next: { ...item, ...finalizedState, destinationWarehouseId: warehouseId },
      facts: { declaration },
      fields: { imei, serialNumber },
      isUndoable: false,
      details: {
        storeId,
        priceBasis: decision.value.basis,
        priceCents: declaration.priceCents,
        promisedPriceCents: itemFacts(item).declaration?.priceCents ?? item.declaredPriceCents,
      },
    })
    return succeed({ itemId, totalPriceCents: price.totalCents, priceBasis: decision.value.basis })
  },
  decided: ({ sealed: _sealed, ...args }) => args,
})

/** When the product was taken; where the device was never told the time, when the operation runs. */
function takenAtMs(counter: CounterRecords, catalog: FinalizeInStoreArgs['catalog'], nowMs: number): number {
  const { confirmedAtMs, ageMs } = catalog
  return confirmedAtMs === null ? nowMs : counter.capturedAtMs(confirmedAtMs + ageMs)
}

/** What the web promised, where the promise still holds and is known. */
function promisedTo(records: Records, item: ItemRow, nowMs: number): Promised | null {
  const { declaration, circuitId, chosen } = itemFacts(item)
  if (declaration === null || !promiseHolds(item.createdAtMs, nowMs)) return null
  const { productId, simple, prices, modifiers, absorption, questionnaireId } = declaration
  const questionnaire = questionnaireId === null ? undefined : records.questionnaire(questionnaireId)
  return {
    basis: 'predeclared',
    product: { productId, simple, prices, questionnaire: questionnaire ?? { id: '', questions: [] } },
    modifiers,
    absorption,
    options: {
      ...(circuitId !== null && { circuit: circuitId }),
      ...(typeof chosen?.shippingMethodId === 'string' && { shipping_method: chosen.shippingMethodId }),
      ...(typeof chosen?.paymentModeId === 'string' && { payment_mode: chosen.paymentModeId }),
    },
  }
}

function promisedProductOf(item: ItemRow, categoryId: string): PromisedProduct | null {
  const { declaration } = itemFacts(item)
  return declaration === null ? null : { label: item.productLabel ?? '', brand: item.brand, categoryId, declaration }
}
