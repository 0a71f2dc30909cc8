import { describe, expect, it } from 'vitest'
import { absolutePath, placeOf } from './file-tree.ts'

const folder = (name: string) => ({ name, list: async () => [], read: async () => null })
const folders = [folder('payment-files'), folder('purchase-register')]
const kindOf = (path: string) => placeOf(folders, path)?.kind ?? null

describe('a path of the SFTP tree', () => {
  it.each([
    ['', '/'],
    ['.', '/'],
    ['..', '/'],
    ['../../../etc/passwd', '/etc/passwd'],
    ['/payment-files/../..//purchase-register/./', '/purchase-register'],
    ['/...', '/...'],
  ])('%j is %s', (path, absolute) => {
    expect(absolutePath(path)).toBe(absolute)
  })

  it('is none with a NUL or beyond every length', () => {
    expect(absolutePath('/payment-files\0')).toBeNull()
    expect(absolutePath('/a'.repeat(1_000))).toBeNull()
    expect(kindOf('/payment-files\0')).toBeNull()
  })

  it('names the root, a folder, a file of a folder, or nothing', () => {
    expect(kindOf('/')).toBe('root')
    expect(kindOf('payment-files/')).toBe('folder')
    expect(kindOf('/payment-files/x.xml')).toBe('file')
    for (const path of ['/etc', '/payment-files/a/b', '/Payment-Files', '\\payment-files', 'C:/payment-files', '/~'])
      expect(kindOf(path)).toBeNull()
  })
})
