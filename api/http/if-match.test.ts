import { describe, expect, it } from 'vitest'
import { checkVersion, versioned } from './if-match.ts'

const row = { version: 3 }
const matching = (named?: string) => new Headers(named === undefined ? {} : { 'if-match': named })

describe('a change', () => {
  it.each([[undefined], ['*'], ['"3"'], ['W/"3"'], ['"2", "3"'], ['"3-gzip"'], ['"3-zstd"'], ['W/"3-br"']])(
    'of the version that is meant passes: %s',
    (named) => {
      expect(checkVersion(matching(named), row)).toEqual({ ok: true, value: row })
    },
  )

  it.each([['"2"'], ['3'], ['"3'], ['"x"'], [''], ['"13"'], ['"2", "4"'], ['"2-gzip"'], ['"3-"'], ['"-gzip"']])(
    'of any other is refused: %s',
    (named) => {
      const error = { code: 'REQUEST_VERSION_CONFLICT', details: { version: 3 } }
      expect(checkVersion(matching(named), row)).toEqual({ ok: false, error })
    },
  )

  it('of what is gone finds nothing, whatever is meant', () => {
    for (const gone of [null, undefined])
      expect(checkVersion(matching('*'), gone)).toEqual({ ok: false, error: { code: 'REQUEST_NOT_FOUND' } })
  })
})

it('a row is answered with its version', () => {
  const headers = new Headers()
  expect(versioned(headers, row)).toEqual({ ok: true, value: row })
  expect(headers.get('etag')).toBe('"3"')
  expect(versioned(new Headers(), null)).toEqual({ ok: false, error: { code: 'REQUEST_NOT_FOUND' } })
})
