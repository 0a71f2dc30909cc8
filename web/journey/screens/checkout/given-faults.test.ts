import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import type * as givenFaults from './given-faults.ts'

const fault = (field: string) => ({ field, error: 'required' }) as const
const paidBy = (...ids: string[]) => ({
  cartBuybacks: ids.map((id) => cartLine({ paymentMode: { id, type: 'voucher', label: id } })),
})
const nothing = { identification: false, bank: false }

// What the server has demanded lasts as long as the page: each test is a page of its own.
let page: typeof givenFaults
beforeEach(async () => {
  vi.resetModules()
  page = await import('./given-faults.ts')
})

describe('a fault that the server found', () => {
  it('is handed over once', () => {
    page.giveFaults([fault('clientCity')], paidBy('p'), nothing)
    expect(page.takeGivenFaults()).toEqual({ wrong: [fault('clientCity')], lacking: [] })
    expect(page.takeGivenFaults()).toEqual({ wrong: [], lacking: [] })
    expect(page.withDemanded(nothing, paidBy('p'))).toEqual(nothing)
  })

  it('opens the identity document, whatever the cart is paid by', () => {
    const faults = [fault('clientNationalIdentification')]
    page.giveFaults(faults, paidBy('p'), nothing)
    expect(page.takeGivenFaults()).toEqual({ wrong: [], lacking: faults })
    expect(page.withDemanded(nothing, paidBy('other'))).toEqual({ identification: true, bank: false })
  })

  it('opens the bank account, until the cart is paid in another way', () => {
    page.giveFaults([fault('iban')], paidBy('p', 'q'), nothing)
    expect(page.withDemanded(nothing, paidBy('p', 'q'))).toEqual({ identification: false, bank: true })
    expect(page.withDemanded(nothing, paidBy('voucher', 'q'))).toEqual(nothing)
  })

  it('of what was asked for says that it has to be changed', () => {
    const faults = [fault('iban'), fault('clientNationalIdentification')]
    page.giveFaults(faults, paidBy('p'), { identification: true, bank: true })
    expect(page.takeGivenFaults()).toEqual({ wrong: faults, lacking: [] })
  })

  it('of a field that no form shows is left out', () => {
    page.giveFaults([fault('clientShoeSize')], paidBy('p'), nothing)
    expect(page.takeGivenFaults()).toEqual({ wrong: [], lacking: [] })
  })
})
