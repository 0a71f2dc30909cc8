import { expect, it } from 'vitest'
import { packRows, unpackRows } from './row-bytes.ts'

it('rows come back from their bytes as they were, typed arrays among them', () => {
  const rows = [
    { key: 'head', hash: 4_294_967_295, cursor: 'é\u0001', none: null, gone: undefined, deep: [[1, -0.5], {}] },
    { packed: new Uint8Array([1, 2, 255]), entries: new Float64Array([0.1, 2 ** 52, -3]) },
    { sums: new Uint32Array([7, 4_000_000_000]), rowOfPage: new Int32Array([-1, 5]), body: new Uint8Array([9]).buffer },
    { names: new Map([['a', new Set([1, Infinity])]]) },
  ]
  expect(unpackRows(packRows(rows).buffer)).toEqual(rows)
})

it('a typed array that shows a part of its buffer takes that part alone', () => {
  const whole = new Uint8Array([1, 2, 3, 4])
  expect(unpackRows(packRows([whole.subarray(1, 3)]).buffer)).toEqual([new Uint8Array([2, 3])])
})

it('a row that holds something without bytes is refused, not changed', () => {
  expect(() => packRows([{ at: new Date(0) }])).toThrow('Date')
})
