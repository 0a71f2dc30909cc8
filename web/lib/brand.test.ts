import { describe, expect, it } from 'vitest'
import { brandOf, contrast, defaultColor, surfaces } from './brand.ts'

const steps = Array.from({ length: 16 }, (_, step) => step * 17)
const grid = steps.flatMap((r) =>
  steps.flatMap((g) => steps.map((b) => `#${[r, g, b].map((v) => v.toString(16).padStart(2, '0')).join('')}`)),
)

describe('the colours of an account', () => {
  it(
    'reach 4.5:1 for every text pair and 3:1 for every line, for each of 4,096 account colours',
    { tags: ['slow'] },
    () => {
      expect(grid).toHaveLength(4096)
      const weak = grid.filter((color) => {
        const brand = brandOf(color)
        const texts: [string, string][] = [
          [brand.onBrand, brand.brand],
          [brand.onBrand, brand.brandHover],
          [brand.brandText, surfaces.page],
          [brand.brandText, surfaces.quiet],
          [brand.brandText, brand.brandSoft],
          [brand.dark.brandText, surfaces.darkPage],
          [brand.dark.brandText, surfaces.darkRaised],
          [brand.dark.brandText, brand.dark.brandSoft],
        ]
        const lines: [string, string][] = [
          [brand.brandLine, surfaces.page],
          [brand.brandLine, surfaces.quiet],
          [brand.dark.brandLine, surfaces.darkPage],
          [brand.dark.brandLine, surfaces.darkRaised],
        ]
        return texts.some(([a, b]) => contrast(a, b) < 4.5) || lines.some(([a, b]) => contrast(a, b) < 3)
      })
      expect(weak).toEqual([])
    },
  )

  it('keep the account colour itself as the fill', () => {
    expect(brandOf('#C2185B').brand).toBe('#c2185b')
    expect(brandOf('#C2185B').ramp[6]).toBe('#c2185b')
  })

  it('fall back to the default for anything that is no colour', () => {
    for (const value of [null, undefined, '', 'red', '#fff', 'url(#)']) expect(brandOf(value).brand).toBe(defaultColor)
  })

  it('measures black on white as 21', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  })
})
