import { expect, it } from 'vitest'
import { isWorthReload, loadBeside } from './chunk-load-error.ts'

it.each([
  ['sale-page-Bx1.js', true],
  ['common-passwords-C0f.js', false],
])('a page is loaded again for the part %j: %j', (file, isWorth) => {
  const message = `Failed to fetch dynamically imported module: https://reprise.example/assets/${file}`
  expect(isWorthReload(new TypeError(message))).toBe(isWorth)
})

it('a part that is loaded beside the page never has the page loaded again, and nothing is no part', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module')
  const seen: boolean[] = []
  const failing = loadBeside(() => {
    seen.push(isWorthReload(lost))
    return Promise.resolve(undefined)
  })
  await expect(failing).rejects.toThrow('could not be loaded')
  expect([...seen, isWorthReload(lost)]).toEqual([false, true])
  await expect(loadBeside(() => Promise.resolve({ text: 'the part' }))).resolves.toEqual({ text: 'the part' })
})
