import { describe, expect, it } from 'vitest'
import { classifyPush, type RawAnswer } from './classify-answer.ts'

const json = (status: number, body: unknown): RawAnswer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body,
})
const decided = { epoch: 'e', ackedSeq: 3, outcomes: [] }

describe('an answer to a push', () => {
  it('decides only as JSON of the right shape (QUEUE-6)', () => {
    expect(classifyPush(json(200, decided))).toEqual({ kind: 'decided', answer: decided })
    expect(classifyPush({ status: 200, contentType: 'text/html', body: null }).kind).toBe('unclear')
    expect(classifyPush({ status: 200, contentType: 'text/html', body: decided }).kind).toBe('unclear')
    expect(classifyPush(json(200, { ...decided, ackedSeq: 'all' })).kind).toBe('unclear')
    expect(classifyPush(json(200, {})).kind).toBe('unclear')
  })

  it.each([
    ['SYNC_GRANT_INVALID', 401, {}, { kind: 'grant_invalid' }],
    ['SYNC_WRONG_ACTOR', 403, {}, { kind: 'grant_invalid' }],
    ['SYNC_SEQUENCE_GAP', 409, { details: { ackedSeq: 7 } }, { kind: 'gap', ackedSeq: 7 }],
    ['DEVICE_FORKED', 409, {}, { kind: 'forked' }],
    ['SYNC_PAYLOAD_CHANGED', 409, { details: { opId: 'x' } }, { kind: 'unsendable', opId: 'x', at: null }],
    ['SYNC_OPERATION_MALFORMED', 400, { field: 'ops.3.args' }, { kind: 'unsendable', opId: null, at: 3 }],
    ['SYNC_BATCH_TOO_LARGE', 413, {}, { kind: 'too_large' }],
    ['SYNC_PROTOCOL_UNSUPPORTED', 426, {}, { kind: 'protocol' }],
    ['SERVER_UNAVAILABLE', 503, {}, { kind: 'unclear', reason: 'server' }],
  ])('says %s in its own way', (code, status, rest, expected) => {
    expect(classifyPush(json(status, { code, message: '', ...rest }))).toMatchObject(expected)
  })

  it('does not take the page of a network in between for the server (QUEUE-6)', () => {
    const page = { contentType: 'text/html', body: null }
    expect(classifyPush({ ...page, status: 401 })).toMatchObject({ kind: 'unclear', reason: 'foreign' })
    expect(classifyPush({ ...page, status: 502 })).toMatchObject({ kind: 'unclear', reason: 'server' })
    expect(classifyPush({ ...page, status: 511 })).toMatchObject({ kind: 'unclear' })
  })

  it('hands on how long the server asks to wait', () => {
    const busy = { ...json(503, { code: 'SERVER_UNAVAILABLE' }), retryAfterMs: 4000 }
    expect(classifyPush(busy)).toMatchObject({ retryAfterMs: 4000 })
  })
})
