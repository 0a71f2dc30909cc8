import { csvCells, csvStream, type CsvColumns, type CsvStyle } from '#api/documents/csv-stream.ts'
import deBuybacks from '#locales/de-DE/buybacks.json' with { type: 'json' }
import dePayments from '#locales/de-DE/payments.json' with { type: 'json' }
import enBuybacks from '#locales/en-GB/buybacks.json' with { type: 'json' }
import enPayments from '#locales/en-GB/payments.json' with { type: 'json' }
import frBuybacks from '#locales/fr-FR/buybacks.json' with { type: 'json' }
import frPayments from '#locales/fr-FR/payments.json' with { type: 'json' }
import nlBuybacks from '#locales/nl-BE/buybacks.json' with { type: 'json' }
import nlPayments from '#locales/nl-BE/payments.json' with { type: 'json' }
import type { PaymentAnswer } from '#sync/calls/payment.ts'

const texts = {
  'fr-FR': { ...frPayments, status: frBuybacks.paymentStatus },
  'en-GB': { ...enPayments, status: enBuybacks.paymentStatus },
  'nl-BE': { ...nlPayments, status: nlBuybacks.paymentStatus },
  'de-DE': { ...dePayments, status: deBuybacks.paymentStatus },
} as const

/** Payments as CSV, a part at a time. */
export function paymentsCsv(
  parts: AsyncIterable<readonly PaymentAnswer[]>,
  style: CsvStyle,
): ReadableStream<Uint8Array> {
  return csvStream(parts, columnsOf(style), style.language)
}

function columnsOf(style: CsvStyle): CsvColumns<PaymentAnswer> {
  const { column, status, provider } = texts[style.language]
  const { amount, moment } = csvCells(style)
  return [
    [column.buyback, (payment) => payment.buybackCode],
    [column.customer, (payment) => payment.customerName],
    [column.status, (payment) => status[payment.status]],
    [column.amount, (payment) => amount(payment.amountCents)],
    [column.currency, (payment) => payment.currency],
    [column.mode, (payment) => payment.modeLabel],
    [column.provider, (payment) => (payment.provider === null ? null : provider[payment.provider])],
    [column.settledAt, (payment) => moment(payment.settledAt)],
    [column.promisedOn, (payment) => payment.promisedOn],
    [column.completedAt, (payment) => moment(payment.completedAt)],
    [column.note, (payment) => payment.complementaryInformation],
    [column.failure, (payment) => payment.failure],
  ]
}
