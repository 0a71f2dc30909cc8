import { describe, expect, it } from 'vitest'
import { judgeHtml, judgeScript, trustedHtml } from './trusted-html.ts'

describe('what a page takes as HTML without a policy of its own', () => {
  it.each(['', ':root{--mantine-scale: 1} @media (width >= 48em){a>b{color:red}}', '© Tiles &amp; more', '<svg/>'])(
    'is text without markup, and what libraries write: %s',
    (html) => expect(judgeHtml(html)).toBe(html),
  )

  it.each(['<img src=x onerror=alert(1)>', '</style><script>alert(1)</script>', '<svg/onload=alert(1)>', ' <svg/>'])(
    'is nothing else: %s',
    (html) => expect(judgeHtml(html)).toBeNull(),
  )

  it('is whatever the server has cleaned, where the browser has no such types', () => {
    expect(trustedHtml('<p>Hello</p>')).toBe('<p>Hello</p>')
  })
})

describe('what a page may run', () => {
  const origin = 'https://shop.example'

  it.each(['/sw.js', '/assets/copy-worker-DVsopDV2.js', 'https://shop.example/assets/a.b-c.js'])(
    'is a file of the build: %s',
    (address) => expect(judgeScript(address, origin)).toBe(address),
  )

  it.each([
    'https://evil.example/assets/a.js',
    '//evil.example/sw.js',
    'data:text/javascript,alert(1)',
    'blob:https://shop.example/1',
    '/api/exports/1.js',
    '/assets/../api/file.js',
    '/assets/a.js/../../x.js',
    'http://',
  ])('is nothing else: %s', (address) => expect(judgeScript(address, origin)).toBeNull())
})
