import { describe, expect, it } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { readFaults, withDemanded } from './given-faults.ts'

const fault = (field: string) => ({ field, error: 'required' }) as const
const paidBy = (...ids: string[]) => ({
  cartBuybacks: ids.map((id) => cartLine({ paymentMode: { id, type: 'voucher', label: id } })),
})
const nothing = { identification: false, bank: false }
const undemanded = { isDocument: false, accountBy: null }

const read = (fields: readonly string[], cart = paidBy('p'), needs = nothing) =>
  readFaults(fields.map(fault), { cart, needs, demanded: undemanded })

describe('a fault that the server found', () => {
  it('of what was asked for says that it has to be changed', () => {
    const faults = ['iban', 'clientNationalIdentification']
    const { given } = read(faults, paidBy('p'), { identification: true, bank: true })
    expect(given).toEqual({ wrong: faults.map(fault), lacking: [], isBeyondForm: false })
  })

  it('of name or address demands nothing more', () => {
    const { demanded } = read(['clientCity'])
    expect(withDemanded(nothing, paidBy('p'), demanded)).toEqual(nothing)
  })

  it('opens the identity document, whatever the cart is paid by', () => {
    const { given, demanded } = read(['clientNationalIdentification'])
    expect(given).toMatchObject({ wrong: [], lacking: [fault('clientNationalIdentification')] })
    expect(withDemanded(nothing, paidBy('other'), demanded)).toEqual({ identification: true, bank: false })
  })

  it('opens the bank account, until the cart is paid in another way', () => {
    const { demanded } = read(['iban'], paidBy('p', 'q'))
    expect(withDemanded(nothing, paidBy('p', 'q'), demanded)).toEqual({ identification: false, bank: true })
    expect(withDemanded(nothing, paidBy('voucher', 'q'), demanded)).toEqual(nothing)
  })

  it('leaves open what was demanded before', () => {
    const demanded = { isDocument: true, accountBy: 'p' }
    expect(readFaults([fault('clientCity')], { cart: paidBy('p'), needs: nothing, demanded }).demanded).toEqual(
      demanded,
    )
  })

  it.each([[['clientShoeSize']], [[]]])(
    'of a field that no form shows says that it is beyond the form: %j',
    (fields) => {
      expect(read(fields).given).toEqual({ wrong: [], lacking: [], isBeyondForm: true })
    },
  )

  it('beside one that the form shows says both', () => {
    expect(read(['clientShoeSize', 'clientCity']).given).toMatchObject({
      wrong: [fault('clientCity')],
      isBeyondForm: true,
    })
  })
})
