import { describe, expect, it } from 'vitest'
import { parseAlert } from './page-alert.ts'

describe('the alert of a query', () => {
  it('is read as JSON text or parsed', () => {
    const alert = { type: 'success', message: 'saved' }
    expect(parseAlert(alert)).toEqual(alert)
    expect(parseAlert(JSON.stringify(alert))).toEqual(alert)
  })

  it('brings no words of its own', () => {
    expect(parseAlert({ type: 'error', message: 'Call 0900 123' })).toBeNull()
    expect(parseAlert('{')).toBeNull()
    expect(parseAlert(undefined)).toBeNull()
  })
})
