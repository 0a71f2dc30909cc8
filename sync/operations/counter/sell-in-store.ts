import { buybackSerial } from '#domain/buyback/buyback-number.ts'
import { bonusOf } from '#domain/buyback/modifiers.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { firstState } from '#domain/item/first-state.ts'
import type { CounterContract, CounterFault, CounterRecords, Records } from '../../records.ts'
import type { ItemRow } from '../../wire/item-row.ts'
import { noFacts } from '../../wire/item-facts.ts'
import { defineOperation, sendsFrom } from '../define-operation.ts'
import { sellInStoreArgs, type SaleLine, type SellInStoreArgs } from './counter-args.ts'
import { decideContract, checkCart, checkCatalogVersion, refusalOf, type CounterDecision } from './counter-sale.ts'

/**
 * Sells the products of a cart at a store's counter (lifecycle, row «create»): all of them become buybacks of one
 * customer, or none. Prices are those of the catalog that the sale names.
 */
export const sellInStore = defineOperation<SellInStoreArgs>({
  type: 'sellInStore',
  v: 2,
  permission: 'buyback.create',
  schema: sellInStoreArgs,
  // The first version sealed nothing of being found again: a server that cannot read that leaves the second to one that can.
  upcast: { 1: (args) => args },
  lanes: ({ cartId, lines }) => [`sale:${cartId}`, ...lines.map(({ itemId }) => `item:${itemId}`)],
  needs: ({ cartId, storeId, catalog, lines, sealed }) => ({
    itemIds: lines.map(({ itemId }) => itemId),
    codes: [],
    roundIds: [],
    opIds: [],
    sales: [{ version: catalog.version, storeId, lines, sealed, about: { kind: 'sale', id: cartId } }],
  }),
  apply(records, op, args, context) {
    if (!sendsFrom(context.actor, { type: 'store', storeId: args.storeId })) return fail({ code: 'SYNC_OUT_OF_SCOPE' })
    const { counter } = records
    if (counter === undefined) return fail({ code: 'COUNTER_CATALOG_MISSING' })
    if (counter.isSold(args.cartId)) return fail({ code: 'COUNTER_CART_SOLD' })
    const about = { kind: 'sale', id: args.cartId } as const
    const decided = decideLines(records, counter, args, { opId: op.opId, nowMs: context.atMs })
    if (!decided.ok) return fail(refusalOf(decided.error))
    const [first] = decided.value
    if (first === undefined) return fail({ code: 'SYNC_ARGS_INVALID' })
    const totals = decided.value.map(({ decision }) => decision.price.totalCents as number)
    const paymentTypes = decided.value.map(({ decision }) => decision.options.paymentMode.type)
    const fault =
      checkCart(first.decision.offer, totals) ??
      counter.validateSeller(about, args.sealed, { ...first.decision.offer, paymentTypes })
    if (fault !== null) return fail(refusalOf(fault))
    const contracts = decided.value.map(({ line, decision }) => contractOf(args.storeId, line, decision))
    const items = decided.value.map(({ decision }, at) => itemOf(contracts[at]!, decision, context.atMs))
    records.saveSale({
      kind: 'sale',
      opId: op.opId,
      cartId: args.cartId,
      about,
      version: args.catalog.version,
      contracts,
    })
    records.addItems(items)
    return succeed({
      cartId: args.cartId,
      totalPriceCents: totals.reduce((sum, cents) => sum + cents, 0),
      numbers: contracts.map(({ number }) => number),
    })
  },
  decided: ({ sealed: _sealed, ...args }) => args,
})

interface DecidedLine {
  readonly line: SaleLine
  readonly decision: CounterDecision
}

function decideLines(
  records: Records,
  counter: CounterRecords,
  { storeId, catalog, lines }: SellInStoreArgs,
  at: { readonly opId: string; readonly nowMs: number },
): Result<readonly DecidedLine[], CounterFault> {
  const names = lines.flatMap(({ itemId, buybackId, number }) => [itemId, buybackId, number])
  if (new Set(names).size < names.length || names.some((name) => counter.isTaken(name)))
    return fail({ code: 'COUNTER_NUMBER_TAKEN' })
  if (lines.some(({ itemId, number }) => records.item(itemId) !== undefined || records.itemsByCode(number).length > 0))
    return fail({ code: 'COUNTER_NUMBER_TAKEN' })
  if (lines.some(({ number }) => buybackSerial(number) === null || !counter.mayGive(number)))
    return fail({ code: 'COUNTER_NUMBER_NOT_RESERVED' })
  const decided: DecidedLine[] = []
  for (const [position, line] of lines.entries()) {
    const { productId, circuitId } = line
    const question = { version: catalog.version, storeId, productId, circuitId, promised: null }
    const decision = decideContract(counter, question, line, { channel: 'store', promised: null })
    if (!decision.ok) return fail(inLine(decision.error, position))
    decided.push({ line, decision: decision.value })
  }
  const late = checkCatalogVersion(counter, catalog, at)
  return late === null ? succeed(decided) : fail(late)
}

function inLine(fault: CounterFault, at: number): CounterFault {
  if (!('field' in fault) && !('details' in fault)) return fault
  return { ...fault, details: { ...fault.details, line: at } }
}

function contractOf(
  storeId: string,
  { itemId, buybackId, number, imei, serialNumber }: SaleLine,
  { product, options, declaration, price, warehouseId }: CounterDecision,
): CounterContract {
  return {
    itemId,
    buybackId,
    number,
    circuitId: options.circuit.id,
    circuitType: options.circuit.type,
    storeId,
    categoryId: product.categoryId,
    productId: product.id,
    declaration,
    imei: imei ?? null,
    serialNumber: serialNumber ?? null,
    shippingMethodId: options.shippingMethod.id,
    paymentModeId: options.paymentMode.id,
    bonusCents: bonusOf(price.lines),
    warehouseId,
  }
}

/** The item as it begins: what the device shows until the server's row comes. */
function itemOf(contract: CounterContract, { product }: CounterDecision, atMs: number): ItemRow {
  const { declaration, circuitId, circuitType, categoryId, productId } = contract
  return {
    id: contract.itemId,
    version: 1,
    level: 'full',
    code: contract.number,
    buybackCode: contract.number,
    imei: contract.imei,
    ...firstState(circuitType),
    stockId: null,
    warehouseId: null,
    destinationWarehouseId: contract.warehouseId,
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    last: null,
    brand: product.brand,
    productLabel: product.label,
    serialNumber: contract.serialNumber,
    declaredGrade: declaration.grade,
    declaredPriceCents: declaration.priceCents,
    storeId: contract.storeId,
    createdAtMs: atMs,
    promisedOn: null,
    latestMoveAtMs: null,
    facts: { ...noFacts, productId, categoryId, declaration, circuit: circuitType, circuitId },
  }
}
