import { describe, expect, it } from 'vitest'
import { itemRow } from '#tests/support/rows.ts'
import { hasSteppedBack } from './stepped-back.ts'

const item = itemRow(1)
const at = (version: number) => ({ ...item, version })
const own = { op: { lanes: [`item:${item.id}`] } }
const onCode = { op: { lanes: [`code:${item.imei}`] } }
const ofAnother = { op: { lanes: [`item:${itemRow(2).id}`] } }

describe('a view that shows an earlier version', () => {
  it('has lost something confirmed where nothing waits', () => {
    expect(hasSteppedBack(undefined, at(1), [])).toBe(false)
    expect(hasSteppedBack(at(3), at(3), [])).toBe(false)
    expect(hasSteppedBack(at(3), at(2), [])).toBe(true)
    expect(hasSteppedBack(at(3), at(2), [ofAnother])).toBe(true)
  })

  it('may have lost what is undecided, one version an operation', () => {
    expect(hasSteppedBack(at(3), at(2), [own])).toBe(false)
    expect(hasSteppedBack(at(3), at(2), [onCode])).toBe(false)
    expect(hasSteppedBack(at(4), at(2), [own])).toBe(true)
  })

  it('is one in short for an operator of another warehouse', () => {
    expect(hasSteppedBack(at(3), { ...at(2), level: 'slim' }, [])).toBe(false)
  })
})
