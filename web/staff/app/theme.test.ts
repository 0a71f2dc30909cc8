import { expect, it } from 'vitest'
import { brandOf } from '#web/lib/brand.ts'
import { themeOf } from './theme.ts'

it('every menu opens under the pointer and stays 500 ms after it (SHELL-11)', () => {
  const { components } = themeOf(brandOf(null))
  expect(components?.['Menu']?.defaultProps).toMatchObject({ trigger: 'click-hover', closeDelay: 500 })
})

it('the label of a button that takes two lines leaves room between them', () => {
  const { components } = themeOf(brandOf(null))
  const styles = components?.['Button']?.styles as unknown as { readonly label: { readonly lineHeight: number } }
  expect(styles.label.lineHeight).toBeGreaterThanOrEqual(1.2)
})
