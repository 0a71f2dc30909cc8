import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = readFileSync(path.join(import.meta.dirname, '../../public/supported.js'), 'utf8')

/** What the script puts on the page of a browser; null where it puts nothing. */
function noticeIn(browser: Record<string, unknown>, language: string): string | null {
  let notice: { textContent?: string } | null = null
  const heard: (() => void)[] = []
  const document = {
    addEventListener: (_type: string, hear: () => void) => void heard.push(hear),
    createElement: () => ({ style: {}, setAttribute: () => undefined }),
    body: { firstChild: null, insertBefore: (element: { textContent?: string }) => void (notice = element) },
  }
  const page: Record<string, unknown> = {}
  const present = { window: page, Promise, Map, Array, indexedDB: {}, navigator: { language }, document, String }
  runInNewContext(script, { ...present, ...browser })
  for (const hear of heard) hear()
  expect(page['__zod_globalConfig']).toEqual({ jitless: true })
  return (notice as { textContent?: string } | null)?.textContent ?? null
}

it('a browser of today is told nothing', () => {
  expect(noticeIn({}, 'fr-FR')).toBeNull()
})

it.each([
  ['Promise.withResolvers', { Promise: function Promise() {} }, 'de-AT', 'Dieser Browser ist zu alt'],
  ['Map.groupBy', { Map: function Map() {} }, 'en-GB', 'This browser is too old'],
  ['a database', { indexedDB: undefined }, 'pl-PL', 'Ce navigateur est trop ancien'],
])(
  'a browser without %s is told which one to take, in its language or in French (E5)',
  (_lack, browser, language, text) => {
    expect(noticeIn(browser, language)).toContain(text)
  },
)
