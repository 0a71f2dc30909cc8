import { describe, expect, it } from 'vitest'
import { sftpPassword, sftpUserName } from './sftp-access.ts'

const bytes = (count: number) => Uint8Array.from({ length: count }, (_, index) => index * 11)

describe('SFTP access (CONN-18)', () => {
  it('has a user name that begins with the account’s and ends at random', () => {
    expect(sftpUserName('Maison Élan & Fils', bytes(6))).toBe('maison-elan-fils-0bp1cq')
    expect(sftpUserName('A very long name of an account', bytes(6))).toBe('a-very-long-name-of-0bp1cq')
    expect(sftpUserName('!!!', bytes(6))).toBe('sftp-0bp1cq')
    expect(() => sftpUserName('Maison', bytes(5))).toThrow(/six/)
  })

  it('has a password of 150 bits in groups that people can read out', () => {
    expect(sftpPassword(bytes(30))).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{5}-){5}[0-9a-hjkmnp-tv-z]{5}$/)
    expect(sftpPassword(bytes(30))).not.toBe(sftpPassword(bytes(30).reverse()))
    expect(() => sftpPassword(bytes(29))).toThrow(/thirty/)
  })
})
