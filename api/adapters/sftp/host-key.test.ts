import ssh2 from 'ssh2'
import { describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { hostKeyOf } from './host-key.ts'

describe('the key of the SFTP server', () => {
  it('is read by others as the key that its fingerprint names', () => {
    const { privateKey, fingerprint } = hostKeyOf(Buffer.alloc(32, 5))
    const read = ssh2.utils.parseKey(privateKey)
    if (read instanceof Error) throw read
    expect(read.type).toBe('ssh-ed25519')
    const digest = createHash('sha256').update(read.getPublicSSH()).digest('base64').replaceAll('=', '')
    expect(fingerprint).toBe(`SHA256:${digest}`)
    const signature = read.sign('text')
    expect(signature instanceof Error || read.verify('text', signature)).toBe(true)
  })

  it('is the same for the same bytes, and another for others', () => {
    expect(hostKeyOf(Buffer.alloc(32, 5))).toEqual(hostKeyOf(Buffer.alloc(32, 5)))
    expect(hostKeyOf(Buffer.alloc(32, 6)).fingerprint).not.toBe(hostKeyOf(Buffer.alloc(32, 5)).fingerprint)
    expect(() => hostKeyOf(Buffer.alloc(31))).toThrow(/32 bytes/)
  })
})
