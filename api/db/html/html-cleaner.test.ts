import { afterAll, describe, expect, it } from 'vitest'
import { isModestHtml } from '#domain/kernel/html-bounds.ts'
import { cleanHtml } from './clean-html.ts'
import { createHtmlCleaner } from './html-cleaner.ts'

const cleaner = createHtmlCleaner()
afterAll(() => cleaner.close())

describe('cleaning HTML', () => {
  it('leaves tags of text, links and pictures, and nothing that acts', async () => {
    const written = `<h2 onclick="steal()">Bonjour</h2><script>steal()</script><a href="javascript:steal()">x</a>
      <a href="https://x.example/" target="_blank">y</a><img src="https://cdn.example/a.png"><p style="x">{email}</p>`
    const [clean] = (await cleaner.clean([written])) ?? []
    expect(clean).toContain('<h2>Bonjour</h2><a>x</a>')
    expect(clean).toContain('<a href="https://x.example/" target="_blank" rel="noopener noreferrer">y</a>')
    expect(clean).toContain('<img src="https://cdn.example/a.png" loading="lazy" /><p>{email}</p>')
    expect(await cleaner.clean([clean ?? ''])).toEqual([clean])
  })

  it('leaves plain text as it was written', async () => {
    expect(await cleaner.clean(['a < b\n\nc & d', ''])).toEqual(['a < b\n\nc & d', ''])
  })

  it('keeps the words of a text that is older than the bounds', () => {
    expect(cleanHtml(`${'<div>'.repeat(200)}Words</div>`).trim()).toBe('Words')
  })

  // Within the bounds nothing may take the thread's whole time, whatever it is made of.
  it.each<[string, string]>([
    ['tags', '<br>'.repeat(10_000)],
    ['paragraphs that are never closed', '<p>'.repeat(99)],
    ['the deepest nesting', `${'<div>'.repeat(99)}${'x'.repeat(150_000)}`],
    ['unknown tags', '<zz></zz>'.repeat(5_000)],
    ['entities', `<p>${'&amp;'.repeat(39_000)}</p>`],
    ['ampersands', `<p>${'&'.repeat(199_000)}</p>`],
    ['attributes', `<a${' title="x"'.repeat(30)}>y</a>`.repeat(600)],
    ['long values', `<p style="${'a:b;'.repeat(900)}">x</p>`.repeat(50)],
    ['comments', '<!-- -->'.repeat(9_000)],
    ['links', '<a href="https://x.example/z">a</a>'.repeat(5_000)],
    ['addresses that hide their scheme', `<a href="${'java\tscript:'.repeat(300)}">x</a>`.repeat(50)],
  ])('ends for %s', async (_what, text) => {
    expect(isModestHtml(text)).toBe(true)
    expect(await cleaner.clean([text])).toHaveLength(1)
  })

  it('gives up a text that takes too long, and goes on with the next one', async () => {
    const script = new URL(
      'data:text/javascript,import { parentPort } from "node:worker_threads"; ' +
        'parentPort.on("message", (texts) => { if (texts[0] === "endless") for (;;); parentPort.postMessage(texts) })',
    )
    const strict = createHtmlCleaner({ script, longestMs: 2_000 })
    const [endless, next] = await Promise.all([strict.clean(['endless']), strict.clean(['next'])])
    expect(endless).toBeNull()
    expect(next).toEqual(['next'])
    await strict.close()
  })
})
