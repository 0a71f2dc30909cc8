import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

describe('the password hasher', () => {
  it('hashes with Argon2id at the cost that OWASP names', async () => {
    const hasher = await createPasswordHasher()
    expect(await hasher.hash('Reprise-2026')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('knows the password behind a hash, and none where there is no hash', async () => {
    const hasher = await createPasswordHasher()
    const stored = await hasher.hash('Reprise-2026')
    expect(await hasher.verify(stored, 'Reprise-2026')).toBe(true)
    expect(await hasher.verify(stored, 'Reprise-2027')).toBe(false)
    expect(await hasher.verify(null, 'nobody has this password')).toBe(false)
  })
})
