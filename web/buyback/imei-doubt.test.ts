import { expect, it, vi } from 'vitest'
import { imeiDoubtOf } from './imei-doubt.ts'

const imei = '356938035643809'
const own = ['35000000', '35693803']
const others = ['35000000']

it.each([
  ['a type that no model has', others, false, 'IMEI_TAC_UNKNOWN'],
  ['a type that no model has, for a model without any', [], false, 'IMEI_TAC_UNKNOWN'],
  ['the type of another model', others, true, 'IMEI_TAC_OTHER_MODEL'],
  ['the type of another model, for a model without any', [], true, null],
  ['a type of which nobody knows', others, null, 'IMEI_TAC_OTHER_MODEL'],
  ['a type of which nobody knows, for a model without any', [], null, null],
] as const)('doubts of %s', async (_title, tacs, known, doubt) => {
  expect(await imeiDoubtOf(imei, tacs, () => Promise.resolve(known))).toBe(doubt)
})

it('asks nobody about the model’s own type, nor about an IMEI that is misread', async () => {
  const ask = vi.fn(() => Promise.resolve(false))
  expect(await imeiDoubtOf(imei, own, ask)).toBeNull()
  expect(await imeiDoubtOf('356938035643808', others, ask)).toBe('IMEI_CHECK_DIGIT')
  expect(ask).not.toHaveBeenCalled()
})
