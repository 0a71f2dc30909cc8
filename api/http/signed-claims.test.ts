import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSignedClaims, stretchSecret } from './signed-claims.ts'

const secret = 'a secret of the operator'
const purpose = 'reprise visitor token'

it('reads what was signed by the same secret for the same purpose, and nothing else', () => {
  const key = Buffer.alloc(32, 1)
  const tokens = createSignedClaims({ key }, purpose, 'visitor')
  const token = tokens.sign({ account: 'a1' })
  expect(createSignedClaims({ key }, purpose, 'visitor').read(token)).toEqual({ account: 'a1' })
  expect(createSignedClaims({ key }, 'reprise known device', 'visitor').read(token)).toBeUndefined()
  expect(createSignedClaims({ key: Buffer.alloc(32, 2) }, purpose, 'visitor').read(token)).toBeUndefined()
  expect(tokens.read(token.replace('v_', 'v_x'))).toBeUndefined()
})

it('a secret is stretched by 2^17 rounds of scrypt, and to another key than before', async () => {
  const { key } = await stretchSecret(secret)
  expect(key).toEqual(scryptSync(secret, 'reprise tokens', 32, { N: 131_072, r: 8, p: 1, maxmem: 2 ** 28 }))
})

it('tokens of the keys before are read for as long as these are known', () => {
  const former = Buffer.alloc(32, 2)
  const token = createSignedClaims({ key: former }, purpose, 'visitor').sign({ account: 'a1' })
  let earlier: readonly Buffer[] = []
  const tokens = createSignedClaims({ key: Buffer.alloc(32, 1), earlier: () => earlier }, purpose, 'visitor')
  expect(tokens.read(token)).toBe(undefined)
  earlier = [former]
  expect(tokens.read(token)).toEqual({ account: 'a1' })
  expect(tokens.sign({ account: 'a1' })).not.toBe(token)
  earlier = []
  expect(tokens.read(token)).toBe(undefined)
})
