import { describe, expect, it } from 'vitest'
import { buybackStatuses } from '../buyback/buyback-status.ts'
import { circuitTypes, type CircuitType } from '../circuit/circuit-type.ts'
import { paymentStatuses } from '../buyback/payment-status.ts'
import { travelsByOwnLabel } from '../circuit/circuit-carrier.ts'
import { buybackDocumentKinds, paperDue, type PaperFacts } from './buyback-document.ts'

const facts: PaperFacts = {
  circuitType: 'web_post',
  status: 'bb_awaiting_inventory',
  transferOrderCopies: 1,
  paymentType: 'bank_transfer',
  paymentStatus: 'awaiting_payment',
  paymentProvider: 'program',
  hasVoucher: false,
}
const dueNow = (more: Partial<PaperFacts>) =>
  buybackDocumentKinds.filter((kind) => paperDue(kind, { ...facts, ...more }) === 'now')

describe('the papers of a buyback', () => {
  it.each<[CircuitType, readonly string[]]>([
    ['store_drop', ['transfer_order', 'tracking_sheet', 'receipt']],
    ['store_drop_label', ['transfer_order', 'tracking_sheet', 'shipping_label', 'receipt']],
    ['store_collect', ['transfer_order', 'tracking_sheet', 'shipping_label', 'receipt']],
    ['web_drop', ['transfer_order', 'tracking_sheet', 'receipt']],
    ['web_post', ['transfer_order', 'tracking_sheet', 'shipping_label']],
    ['web_drop_label', ['transfer_order', 'tracking_sheet', 'shipping_label']],
    ['web_collect', ['transfer_order', 'tracking_sheet', 'shipping_label']],
  ])('of the circuit %s are %j', (circuitType, kinds) => {
    expect(dueNow({ circuitType })).toEqual(kinds)
  })

  it('wait for the store where the web has only predeclared it, but for the sheet that the store scans', () => {
    const predeclared = { circuitType: 'web_drop', status: 'bb_awaiting_store_drop' } as const
    expect(dueNow(predeclared)).toEqual(['tracking_sheet'])
    expect(paperDue('transfer_order', { ...facts, ...predeclared })).toBe('later')
    expect(paperDue('receipt', { ...facts, ...predeclared })).toBe('later')
  })

  it('hold no transfer order where the circuit wants no copy', () => {
    expect(paperDue('transfer_order', { ...facts, transferOrderCopies: 0 })).toBe('never')
  })

  it.each(['voucher', 'gift_card'] as const)('hold a %s once it is issued, for that payment alone', (kind) => {
    expect(paperDue(kind, { ...facts, paymentType: kind })).toBe('later')
    expect(paperDue(kind, { ...facts, paymentType: kind, hasVoucher: true })).toBe('now')
    expect(paperDue(kind, { ...facts, hasVoucher: true })).toBe('never')
    expect(paperDue(kind, { ...facts, paymentType: null })).toBe('never')
  })

  it.each(['voucher', 'gift_card'] as const)('hold no %s that the program will never issue', (kind) => {
    const promised = { ...facts, paymentType: kind }
    for (const paymentProvider of ['manual', 'http'] as const)
      expect(paperDue(kind, { ...promised, paymentProvider })).toBe('never')
    expect(
      paymentStatuses.filter((paymentStatus) => paperDue(kind, { ...promised, paymentStatus }) === 'later'),
    ).toEqual(['awaiting_payment', 'payment_cancel_failed', 'payment_created', 'payment_failed', 'payment_initiated'])
    // An issued voucher stays readable, regardless of later changes.
    expect(paperDue(kind, { ...promised, paymentStatus: 'payment_completed', hasVoucher: true })).toBe('now')
  })

  it.each(['bb_cancelled', 'bb_not_completed'] as const)('end with %s, but for a voucher already issued', (status) => {
    expect(dueNow({ status })).toEqual([])
    for (const kind of buybackDocumentKinds) expect(paperDue(kind, { ...facts, status })).toBe('never')
    expect(dueNow({ status, paymentType: 'voucher', hasVoucher: true })).toEqual(['voucher'])
  })

  it('hold a label in every status exactly where the product travels alone', () => {
    for (const circuitType of circuitTypes)
      for (const status of buybackStatuses)
        expect(paperDue('shipping_label', { ...facts, circuitType, status }) === 'never').toBe(
          !travelsByOwnLabel(circuitType) || status === 'bb_cancelled' || status === 'bb_not_completed',
        )
  })
})
