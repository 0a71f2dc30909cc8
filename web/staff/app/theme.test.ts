import { expect, it } from 'vitest'
import { brandOf } from '#web/lib/brand.ts'
import { themeOf } from './theme.ts'

it('every menu opens under the pointer and stays 500 ms after it (SHELL-11)', () => {
  const { components } = themeOf(brandOf(null))
  expect(components?.['Menu']?.defaultProps).toMatchObject({ trigger: 'click-hover', closeDelay: 500 })
})
