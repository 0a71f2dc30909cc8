import type { UseQueryResult } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { CallError } from '#web/lib/http.ts'
import type { DeviceCopy } from '#web/lib/reading.ts'
import { withOfflineFallback } from './offline-fallback.ts'

const offline = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

function told(data: string | undefined, more: object = {}): UseQueryResult<string> {
  const result = {
    data,
    error: null,
    isPlaceholderData: false,
    dataUpdatedAt: 7,
    errorUpdatedAt: 0,
    refetch: vi.fn(),
    ...more,
  }
  return result as unknown as UseQueryResult<string>
}

const copy: DeviceCopy<string> = { face: 'ready', value: 'copy', asOfMs: 5 }

it('the server has the word while it answers, and its refusals are told', () => {
  expect(withOfflineFallback({ told: told('server'), isAway: false }, copy)).toMatchObject({
    value: 'server',
    away: null,
  })
  const refused = new CallError('refused', { code: 'SERVER_ERROR', status: 500 })
  const reading = withOfflineFallback({ told: told(undefined, { error: refused }), isAway: false }, copy)
  expect(reading).toMatchObject({ value: undefined, error: refused, away: null })
})

it('an answer of the question before passes as such, and goes once the present one has failed', () => {
  const other = { isPlaceholderData: true }
  expect(withOfflineFallback({ told: told('before'), isAway: false }, copy).isPassing).toBe(false)
  const passing = withOfflineFallback({ told: told('before', other), isAway: false }, copy)
  expect(passing).toMatchObject({ value: 'before', isPassing: true })
  const refused = new CallError('refused', { code: 'SERVER_ERROR', status: 500 })
  // Another try takes the error away before it has an answer.
  for (const error of [refused, null]) {
    const failed = told('before', { ...other, error, errorUpdatedAt: 9 })
    const reading = withOfflineFallback({ told: failed, isAway: false }, copy)
    expect(reading).toMatchObject({ value: undefined, isPassing: false, error, away: null })
  }
})

it('out of its reach the device’s copy stands there with its age, and no error', () => {
  const reading = withOfflineFallback({ told: told('server', { error: offline }), isAway: true }, copy)
  expect(reading).toMatchObject({ value: 'copy', error: null, away: { face: 'ready', asOfMs: 5 } })
})

it('what this page was told before goes before a copy that is not there', () => {
  for (const face of ['loading', 'missing', 'failed'] as const) {
    const lacking: DeviceCopy<string> = face === 'loading' ? { face } : { face, retry: () => undefined }
    const kept = withOfflineFallback({ told: told('server', { error: offline }), isAway: true }, lacking)
    expect(kept).toMatchObject({ value: 'server', away: { face: 'ready', asOfMs: 7 } })
    const nothing = withOfflineFallback({ told: told(undefined, { error: offline }), isAway: true }, lacking)
    expect(nothing).toMatchObject({ value: undefined, away: { face, asOfMs: null } })
    // Rows of another question are no answer to this one.
    const other = withOfflineFallback({ told: told('other', { isPlaceholderData: true }), isAway: true }, lacking)
    expect(other.value).toBeUndefined()
  }
})

it('another try asks both, device and server', () => {
  const [result, retry] = [told(undefined, { error: offline }), vi.fn()]
  withOfflineFallback({ told: result, isAway: true }, { face: 'failed', retry }).retry()
  expect([retry, result.refetch].map((each) => vi.mocked(each).mock.calls.length)).toEqual([1, 1])
})
