import { expect, it } from 'vitest'
import { buybackNumberFault } from './buyback-number.ts'

it('takes thirteen digits for the number of a buyback (BB-09)', () => {
  expect(buybackNumberFault('2000000000008')).toBeNull()
  expect(buybackNumberFault('')).toBe('required')
  for (const typed of ['200000000000O', 'abc', '2000 00000000', '１２３４５６７８９０１２３'])
    expect(buybackNumberFault(typed), typed).toBe('digits')
  for (const typed of ['200000000000', '20000000000080']) expect(buybackNumberFault(typed), typed).toBe('length')
})
