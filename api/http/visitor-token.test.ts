import { expect, it } from 'vitest'
import { lifetimes } from '#domain/access/lifetimes.ts'
import { createVisitorTokens } from './visitor-token.ts'

it('a token that was right opens nothing once it has ended, and a changed one never does', () => {
  let nowMs = Date.parse('2100-01-01T00:00:00Z')
  const tokens = createVisitorTokens({
    secret: { key: Buffer.alloc(32, 'a secret of the test') },
    now: () => new Date(nowMs),
  })
  const { token } = tokens.give('account')
  const visitor = tokens.find(token)
  expect(visitor).toMatchObject({ kind: 'visitor', accountId: 'account' })
  expect(tokens.find(token)).toEqual(visitor)
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  expect(tokens.find(changed.replace('v_', 'v_x'))).toBeNull()
  nowMs += lifetimes.webTokenMs
  expect(tokens.find(token)).toBeNull()
})
