import { describe, expect, it } from 'vitest'
import { findingsOf, hasOutcome, judge, knownSince, writeReport } from './audit-report.mjs'

const url = 'https://advisories.example/1'
const answer = JSON.stringify({
  vulnerabilities: {
    one: { name: 'one', severity: 'high', via: [{ title: 'Reads too far', url, severity: 'high' }] },
    // It is reached by the other one alone, which is counted there.
    two: { name: 'two', severity: 'high', via: ['one'] },
  },
})

/** The page of an audit, after the page of the one before. */
function audited(today: string, before = '') {
  const rows = judge(findingsOf(answer)!, knownSince(before), today)
  return { rows, page: writeReport({ today, packages: 2, lock: 'abc', rows }) }
}

describe('an audit of the packages', () => {
  it('names each weakness once, with the day by which it has to be mended', () => {
    const { rows, page } = audited('2026-11-01')
    expect(rows).toMatchObject([{ name: 'one', since: '2026-11-01', until: '2026-12-01', isOverdue: false }])
    expect(page).toContain('1 published, 0 beyond their time')
  })

  it('counts the days from the audit that found it first', () => {
    const first = audited('2026-11-01')
    const second = audited('2026-11-20', first.page)
    const third = audited('2026-12-02', second.page)
    expect(third.rows).toMatchObject([{ since: '2026-11-01', isOverdue: true }])
    expect(third.page).toContain('1 published, 1 beyond their time')
  })

  it('that found nothing says so, and one that was not answered does not', () => {
    expect(writeReport({ today: '2026-11-01', packages: 2, lock: 'abc', rows: [] })).toContain('no published weakness')
    for (const text of ['', '<html>', '{"message":"405 Method Not Allowed"}']) expect(findingsOf(text)).toBeNull()
    const unanswered = writeReport({ today: '2026-11-01', packages: 2, lock: 'abc', rows: null })
    expect(unanswered).toContain('was not reached')
    expect(hasOutcome(unanswered)).toBe(false)
  })

  it('keeps what the one before has said, found or not', () => {
    expect(hasOutcome(audited('2026-11-01').page)).toBe(true)
    expect(hasOutcome(writeReport({ today: '2026-11-01', packages: 2, lock: 'abc', rows: [] }))).toBe(true)
    expect(hasOutcome('')).toBe(false)
  })
})
