import { describe, expect, it } from 'vitest'
import { paymentModeSchema } from './payment-mode.schema.ts'

const faults = (part: object): readonly string[] => {
  const parsed = paymentModeSchema.partial().safeParse(part)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
}

describe('a payment mode', () => {
  it('has a label of 1 to 255 characters (CIRC-23)', () => {
    for (const label of ['x', 'x'.repeat(255)]) expect(faults({ label })).toEqual([])
    expect(faults({ label: '  ' })).toEqual(['label FORM_REQUIRED_BETWEEN'])
    expect(faults({ label: 'x'.repeat(256) })).toEqual(['label FORM_TEXT_BETWEEN'])
  })

  it('has a description of 2 to 300 characters, or none (CIRC-24)', () => {
    for (const description of ['xx', 'x'.repeat(300), '', null]) expect(faults({ description })).toEqual([])
    for (const description of ['x', ' x ', 'x'.repeat(301)])
      expect(faults({ description })).toEqual(['description PAYMENT_MODE_DESCRIPTION_LENGTH'])
    expect(paymentModeSchema.partial().parse({ description: ' ' })).toEqual({ description: null })
  })

  it('has a long description of at most 800 characters and 15 lines (CIRC-25)', () => {
    const of = (length: number) => Array.from({ length }, () => 'x').join('\n')
    for (const longDescription of ['x'.repeat(800), of(15), of(15).replaceAll('\n', '\r\n'), ''])
      expect(faults({ longDescription })).toEqual([])
    expect(faults({ longDescription: 'x'.repeat(801) })).toEqual(['longDescription FORM_TEXT_TOO_LONG'])
    for (const text of [of(16), of(16).replaceAll('\n', '\r\n')])
      expect(faults({ longDescription: text })).toEqual(['longDescription PAYMENT_MODE_LONG_DESCRIPTION_LINES'])
  })

  it('has mail content of at most 300 characters (CIRC-26)', () => {
    expect(faults({ mailContent: 'x'.repeat(300) })).toEqual([])
    expect(faults({ mailContent: 'x'.repeat(301) })).toEqual(['mailContent FORM_TEXT_TOO_LONG'])
  })

  it('names its provider, and a bonus or malus or none (CIRC-22, CIRC-27)', () => {
    for (const provider of ['none', 'bank_transfer', 'gift_card', 'card_payment', 'other'])
      expect(faults({ provider })).toEqual([])
    expect(faults({ provider: 'cash' })).toHaveLength(1)
    for (const modifier of [
      null,
      { type: 'percentage', value: 10, cappedAmount: null },
      { type: 'percentage', value: -10, cappedAmount: -500 },
      { type: 'fixed', value: 1000, cappedAmount: null },
    ])
      expect(faults({ modifier })).toEqual([])
    expect(faults({ modifier: { type: 'percentage', value: 0, cappedAmount: null } })).toEqual([
      'modifier.value MODIFIER_PERCENT_INVALID',
    ])
  })
})
