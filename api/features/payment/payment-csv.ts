import { csvCells, type CsvColumns, type CsvStyle } from '#api/documents/csv-stream.ts'
import deBuybacks from '#locales/de-DE/buyback.json' with { type: 'json' }
import dePayments from '#locales/de-DE/payment.json' with { type: 'json' }
import enBuybacks from '#locales/en-GB/buyback.json' with { type: 'json' }
import enPayments from '#locales/en-GB/payment.json' with { type: 'json' }
import frBuybacks from '#locales/fr-FR/buyback.json' with { type: 'json' }
import frPayments from '#locales/fr-FR/payment.json' with { type: 'json' }
import nlBuybacks from '#locales/nl-BE/buyback.json' with { type: 'json' }
import nlPayments from '#locales/nl-BE/payment.json' with { type: 'json' }
import type { PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import type { DuePaymentAnswer, PaymentAnswer, PaymentFileAnswer } from '#sync/calls/payment.ts'

const texts = {
  'fr-FR': { ...frPayments, status: frBuybacks.paymentStatus },
  'en-GB': { ...enPayments, status: enBuybacks.paymentStatus },
  'nl-BE': { ...nlPayments, status: nlBuybacks.paymentStatus },
  'de-DE': { ...dePayments, status: deBuybacks.paymentStatus },
} as const

/** The columns of due payments: those of payments after the working days that are left, or that it is late. */
export function dueColumns(style: CsvStyle): CsvColumns<DuePaymentAnswer> {
  const { column } = texts[style.language]
  // A cell that began with a minus would be taken for a formula.
  return [
    [column.daysLeft, ({ workingDaysLeft }) => String(Math.max(workingDaysLeft, 0))],
    [column.daysLate, ({ workingDaysLeft }) => String(Math.max(-workingDaysLeft, 0))],
    ...paymentColumns(style),
  ]
}

/** The columns of files of transfers. */
export function fileColumns(style: CsvStyle): CsvColumns<PaymentFileAnswer> {
  const { files, file: words, column } = texts[style.language]
  const { amount, moment } = csvCells(style)
  const stateOf = ({ releaseState, sentAt }: PaymentFileAnswer): string => {
    if (releaseState === 'waiting') return files.held
    if (releaseState === 'refused' || releaseState === 'withdrawn') return files.notReleased
    return sentAt === null ? files.waiting : words.handedOver
  }
  return [
    [words.message, (file) => file.messageId],
    [files.createdAt, (file) => moment(file.createdAt)],
    [files.createdBy, (file) => file.createdBy],
    [files.executeOn, (file) => file.executeOn],
    [files.transfers, (file) => String(file.count)],
    [files.total, (file) => amount(file.totalCents)],
    [column.currency, (file) => file.currency],
    [files.state, (file) => stateOf(file)],
    [files.sentAt, (file) => moment(file.sentAt)],
    [files.refusedOnes, (file) => String(file.refused)],
  ]
}

/** The columns of what waits, or waited, for a second person. */
export function releaseColumns(style: CsvStyle): CsvColumns<PaymentReleaseAnswer> {
  const { release: words, column } = texts[style.language]
  const { amount, moment } = csvCells(style)
  return [
    [words.column.subject, ({ subject }) => words.subject[subject]],
    [words.column.state, ({ state }) => words.state[state]],
    [column.buyback, (release) => release.buybackCode],
    [column.customer, (release) => release.customerName],
    [words.column.count, ({ count }) => (count === null ? null : String(count))],
    [column.amount, (release) => amount(release.amountCents)],
    [column.currency, (release) => release.currency],
    [words.column.payer, ({ payer }) => (payer === null ? null : `${payer.name}, ${payer.iban}`)],
    [words.column.rule, ({ rule }) => (rule === null ? null : amount(rule.releaseAboveCents))],
    [column.note, (release) => release.note],
    [words.column.madeAt, (release) => moment(release.madeAt)],
    [words.column.madeBy, (release) => release.madeBy],
    [words.column.decidedAt, (release) => moment(release.decidedAt)],
    [words.column.decidedBy, (release) => release.decidedBy],
    [words.column.reason, (release) => release.reason],
  ]
}

/** The columns of payments. */
export function paymentColumns(style: CsvStyle): CsvColumns<PaymentAnswer> {
  const { column, status, provider, release } = texts[style.language]
  const { amount, moment } = csvCells(style)
  return [
    [column.buyback, (payment) => payment.buybackCode],
    [column.customer, (payment) => payment.customerName],
    [column.status, (payment) => status[payment.status]],
    [column.amount, (payment) => amount(payment.amountCents)],
    [column.buyerShare, (payment) => amount(payment.amountCents - payment.absorbedCents)],
    [column.absorbed, (payment) => amount(payment.absorbedCents)],
    [column.currency, (payment) => payment.currency],
    [column.mode, (payment) => payment.modeLabel],
    [column.provider, (payment) => (payment.provider === null ? null : provider[payment.provider])],
    [column.settledAt, (payment) => moment(payment.settledAt)],
    [column.promisedOn, (payment) => payment.promisedOn],
    [column.completedAt, (payment) => moment(payment.completedAt)],
    [column.note, (payment) => payment.complementaryInformation],
    [column.failure, (payment) => payment.failure],
    [column.release, ({ releaseState }) => (releaseState === null ? null : release.state[releaseState])],
  ]
}
