import { expect, it } from 'vitest'
import { buybackDocumentsAnswer } from './buyback-document.ts'

it('the papers of an older server, which does not say whether one is due, are looked for as they were', () => {
  const paper = { kind: 'transfer_order', state: 'awaiting', readyAt: null, unknownVariables: [] }
  const { documents } = buybackDocumentsAnswer.parse({ documents: [paper, { ...paper, isDue: false }] })
  expect(documents.map(({ isDue }) => isDue)).toEqual([true, false])
})
