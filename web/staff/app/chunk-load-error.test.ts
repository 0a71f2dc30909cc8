import { expect, it } from 'vitest'
import { mayReloadHelp, loadInBackground } from './chunk-load-error.ts'

it.each([
  ['sale-page-Bx1.js', true],
  ['common-passwords-C0f.js', false],
])('a page is loaded again for the part %j: %j', (file, isWorth) => {
  const message = `Failed to fetch dynamically imported module: https://reprise.example/assets/${file}`
  expect(mayReloadHelp(new TypeError(message))).toBe(isWorth)
})

it('a part that is loaded beside the page never has the page loaded again, and nothing is no part', async () => {
  const lost = new TypeError('Failed to fetch dynamically imported module')
  const seen: boolean[] = []
  const failing = loadInBackground(() => {
    seen.push(mayReloadHelp(lost))
    return Promise.resolve(undefined)
  })
  await expect(failing).rejects.toThrow('could not be loaded')
  expect([...seen, mayReloadHelp(lost)]).toEqual([false, true])
  await expect(loadInBackground(() => Promise.resolve({ text: 'the part' }))).resolves.toEqual({ text: 'the part' })
})
