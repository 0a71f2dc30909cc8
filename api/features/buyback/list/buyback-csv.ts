import { relayPointText } from '#domain/circuit/relay-points.ts'
import { csvCells, csvStream, type CsvColumns, type CsvStyle } from '#api/documents/csv-stream.ts'
import type { ListedBuybackAnswer } from '#sync/calls/buyback-list.ts'
import { csvTexts, type CsvTexts } from './csv-texts.ts'

/** Buybacks as CSV, a part at a time. */
export function buybacksCsv(
  parts: AsyncIterable<readonly ListedBuybackAnswer[]>,
  style: CsvStyle,
): ReadableStream<Uint8Array> {
  return csvStream(parts, columnsOf(csvTexts(style.language), style), style.language)
}

function columnsOf({ own, status, itemStatus }: CsvTexts, style: CsvStyle): CsvColumns<ListedBuybackAnswer> {
  const { column, deliveryStatus, paymentStatus, circuitType, cancelReason } = own
  const { amount, moment } = csvCells(style)
  return [
    [column.identificationNumber, (b) => b.identificationNumber],
    [column.externalCode, (b) => b.externalCode],
    [column.createdAt, (b) => moment(b.createdAt)],
    [column.status, (b) => status[b.status]],
    [column.itemStatus, (b) => itemStatus[b.itemStatus]],
    [column.deliveryStatus, (b) => (b.deliveryStatus === null ? null : deliveryStatus[b.deliveryStatus])],
    [column.paymentStatus, (b) => paymentStatus[b.paymentStatus]],
    [column.circuit, (b) => b.circuitName],
    [column.category, (b) => b.categoryName],
    [column.brand, (b) => b.brand],
    [column.product, (b) => b.productLabel],
    [column.imei, (b) => b.imei],
    [column.serialNumber, (b) => b.serialNumber],
    [column.clientLastName, (b) => b.clientLastName],
    [column.clientFirstName, (b) => b.clientFirstName],
    [column.store, (b) => b.storeName],
    [column.pickup, ({ pickup }) => (pickup ? `${pickup.day} ${pickup.opens}–${pickup.closes}` : null)],
    [
      column.relayPoint,
      ({ relayPoint }) => (relayPoint ? `${relayPoint.reference} ${relayPointText(relayPoint)}` : null),
    ],
    [column.buyer, (b) => b.buyerName],
    [column.warehouse, (b) => b.warehouseName],
    [column.shippingMethod, (b) => (b.shippingMethodType === null ? null : circuitType[b.shippingMethodType])],
    [column.paymentMode, (b) => b.paymentModeName],
    [column.predeclaredPrice, (b) => amount(b.predeclaredPriceCents)],
    [column.declaredPrice, (b) => amount(b.declaredPriceCents)],
    [column.promisedPrice, (b) => amount(b.totalPriceCents)],
    [column.controlledPrice, (b) => amount(b.controlledPriceCents)],
    [column.validatedPrice, (b) => amount(b.validatedPriceCents)],
    [column.paidPrice, (b) => (b.paymentStatus === 'payment_completed' ? amount(b.paidPriceCents) : null)],
    [column.bonus, (b) => amount(b.bonusCents)],
    [column.promisedPaymentOn, (b) => b.promisedPaymentOn],
    [column.cancelReason, (b) => (b.cancelReason === null ? null : cancelReason[b.cancelReason])],
    [column.cancelComment, (b) => b.cancelComment],
  ]
}
