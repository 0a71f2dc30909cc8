import { describe, expect, it } from 'vitest'
import { othersValue, shortOptions } from './short-options.ts'

const filter = shortOptions((others) => `and ${others} others`)
const stores = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: at % 2 === 0 ? `Even ${at}` : `Odd ${at}` }))
const line = (others: number) => ({ value: othersValue, label: `and ${others} others`, disabled: true })
const all = { search: '', limit: Infinity }

describe('the options of a select', () => {
  it('are offered whole up to thirty', () => {
    expect(filter({ ...all, options: stores(30) })).toEqual(stores(30))
  })

  it('are cut after thirty, and the last line counts the others and cannot be chosen', () => {
    expect(filter({ ...all, options: stores(34) })).toEqual([...stores(30), line(4)])
  })

  it('are cut after what was written narrows them', () => {
    const even = stores(80).filter(({ label }) => label.startsWith('Even'))
    expect(filter({ ...all, options: stores(80), search: 'even' })).toEqual([...even.slice(0, 30), line(10)])
    expect(filter({ ...all, options: stores(80), search: 'Even 72' })).toEqual([{ value: '72', label: 'Even 72' }])
  })

  it('are cut across their groups, of which none stays empty', () => {
    const group = (name: string, from: number, to: number) => ({ group: name, items: stores(60).slice(from, to) })
    const options = [group('Lyon', 0, 20), group('Lille', 20, 40), group('Nantes', 40, 60)]
    expect(filter({ ...all, options })).toEqual([group('Lyon', 0, 20), group('Lille', 20, 30), line(30)])
  })

  it('that do not fit leave nothing, so that the select says so', () => {
    expect(filter({ ...all, options: stores(80), search: 'store' })).toEqual([])
  })
})
