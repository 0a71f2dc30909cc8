import { expect, it } from 'vitest'
import { bench, config, id, native, otherWarehouse, shelf, warehouse } from '#tests/support/floor-world.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { workStocks } from './stock-choice.tsx'
import { checkStock } from './wrong-stock.ts'

const asked = workStocks(config, warehouse)
const judged = (stockId: string) => checkStock(stockId, asked, warehouse, config)

it('a scanned stock is taken, wrong, or of another warehouse, which is named', () => {
  const theirs = config.stocks.find(({ warehouseId }) => warehouseId === otherWarehouse)!
  expect(asked.map(judgedId)).toEqual(asked.map(() => null))
  expect(judged(native('in_quarantine'))).toEqual({ ...scanResultStyles.wrong, kind: 'wrong', place: 'in_quarantine' })
  expect(judged(theirs.id)).toEqual({ ...scanResultStyles.elsewhere, kind: 'elsewhere', place: 'Lille' })
  expect(judged(id(404))).toEqual({ ...scanResultStyles.wrong, kind: 'wrong', place: null })
})

it('at the start of a step every stock but its own is wrong', () => {
  expect(checkStock(bench, [{ id: bench }], warehouse, config)).toBeNull()
  expect(checkStock(shelf, [{ id: bench }], warehouse, config)).toMatchObject(scanResultStyles.wrong)
})

it('a stock where a step is worked on is offered, also the one of products that await their test', () => {
  const control = native('awaiting_control')
  const offered = (stockId: string) => {
    const refurbSteps = (config.refurbSteps ?? []).map((step) => ({ ...step, stockId }))
    return workStocks({ ...config, refurbSteps }, warehouse).map((stock) => stock.id)
  }
  expect(offered(bench)).not.toContain(control)
  expect(offered(control).at(-1)).toBe(control)
  expect(offered(native('in_quarantine'))).not.toContain(native('in_quarantine'))
})

function judgedId(stock: { readonly id: string }) {
  return judged(stock.id)
}
