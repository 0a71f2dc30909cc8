import { expect, it } from 'vitest'
import { isWorthReload } from './chunk-load-error.ts'

it.each([
  ['sale-page-Bx1.js', true],
  ['common-passwords-C0f.js', false],
])('a page is loaded again for the part %j: %j', (file, isWorth) => {
  const message = `Failed to fetch dynamically imported module: https://reprise.example/assets/${file}`
  expect(isWorthReload(new TypeError(message))).toBe(isWorth)
})
