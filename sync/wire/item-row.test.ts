import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashShare } from './item-row.ts'

describe('the hash share of a row', () => {
  it('is the product of tail and version modulo 2^32, as the server computes it', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.constantFrom('full', 'slim'),
        (id, version, level) => {
          const factor = 4n * BigInt(version) + (level === 'full' ? 3n : 1n)
          expect(BigInt(hashShare(id, version, level))).toBe((BigInt(`0x${id.slice(-8)}`) * factor) % 2n ** 32n)
        },
      ),
    )
  })
})
