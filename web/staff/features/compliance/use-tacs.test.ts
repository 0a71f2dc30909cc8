import { expect, it } from 'vitest'
import { imeiDoubts } from '#domain/kernel/imei.ts'
import { tacsOf } from './use-tacs.ts'

const imei = '356938035643809'
const declared = (...tacs: string[]) => ({ id: 'declared', tacs })
const other = (...tacs: string[]) => ({ id: 'other', tacs })

it.each([
  ['nothing of its own type', [declared('35693803')], []],
  ['nothing of a type that it shares', [other('35693803'), declared('35000000', '35693803')], []],
  ['that it is another model’s', [other('35693803'), declared('35000000')], ['IMEI_TAC_OTHER_MODEL']],
  ['that it is another model’s, where the declared one has none', [other('35693803')], ['IMEI_TAC_OTHER_MODEL']],
  ['that nobody knows it', [declared('35000000')], ['IMEI_TAC_UNKNOWN']],
  ['nothing where no type is known', [declared()], []],
  ['nothing where no model is found', [], []],
] as const)('the catalog says of an IMEI %s', (_title, products, doubts) => {
  expect(imeiDoubts(imei, tacsOf(products, '35693803', 'declared'))).toEqual(doubts)
})
