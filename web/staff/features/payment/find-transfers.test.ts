import { expect, it } from 'vitest'
import { matchesTransfer } from './find-transfers.ts'

const transfer = {
  buybackCode: '2026112900017',
  payeeName: 'Zoé Müller',
  amountCents: 30_550,
  reference: '0197ab-1',
  ibanEnd: '0189',
  promisedOn: '2026-12-01',
}

it('finds a transfer by what a person has at hand', () => {
  const typed = [
    '',
    'muller zoe',
    '2026 1129',
    '305,50 €',
    '0197AB',
    '0189',
    'FR76 3000 6000 0112 3456 7890 189',
    '1/12/2026',
  ]
  expect(typed.filter((text) => !matchesTransfer(transfer, text))).toEqual([])
  expect(['durand', '305,51', '0188', '12/01/2026', '189'].filter((text) => matchesTransfer(transfer, text))).toEqual(
    [],
  )
})

it('finds one without a name by the rest alone', () => {
  const unnamed = { buybackCode: '2026112900017', payeeName: null, amountCents: 100 }
  expect([matchesTransfer(unnamed, 'zoe'), matchesTransfer(unnamed, '1')]).toEqual([false, true])
})
