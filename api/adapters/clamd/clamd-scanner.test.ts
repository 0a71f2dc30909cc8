// @module-tag slow
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { eicar, hasClamd, knownText, startClamd, startClamdDouble, type TestClamd } from '#tests/support/clamd.ts'
import { projectRoot } from '../../../scripts/process.mjs'
import { addressOf, createClamdScanner } from './clamd-scanner.ts'

const open: TestClamd[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

function scannerOf(url: string, timeoutMs = 10_000) {
  const told: unknown[] = []
  const log = { warn: (facts: unknown) => told.push(facts) }
  return {
    ...createClamdScanner({ url, timeoutMs, log: log as unknown as Parameters<typeof createClamdScanner>[0]['log'] }),
    told,
  }
}

async function answering(answer: (file: Buffer) => string | null, timeoutMs?: number) {
  const double = await startClamdDouble(answer)
  open.push(double)
  return { ...scannerOf(double.url, timeoutMs), double }
}

const text = (words: string) => Buffer.from(words, 'latin1')

describe('a file that ClamAV looks at', () => {
  it.each([0, 1, 65_535, 65_536, 200_001])('arrives whole: %i bytes', async (bytes) => {
    const sent = Buffer.alloc(bytes, 'abc')
    let arrived: Buffer | null = null
    const { scan, double } = await answering((file) => {
      arrived = file
      return 'stream: OK\0'
    })
    expect(await scan(sent)).toBe('harmless')
    expect(sent.equals(arrived!)).toBe(true)
    expect(double.faults).toEqual([])
  })

  it.each([
    ['stream: Win.Test.EICAR_HDB-1 FOUND\0', 'harmful'],
    ['INSTREAM size limit exceeded. ERROR\0', 'unknown'],
    ['stream: OK', 'unknown'],
    ['stream: OK or not\0', 'unknown'],
    ['other: OK\0', 'unknown'],
    ['x'.repeat(100_000), 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
  ] as const)('is judged by a clear answer alone: %j', async (answer, verdict) => {
    const { scan, told } = await answering(() => answer)
    expect(await scan(text('a file'))).toBe(verdict)
    expect(told).toHaveLength(1)
  })

  it('is judged by nobody who is away, or takes too long', async () => {
    const { double } = await answering(() => '')
    await double.close()
    open.length = 0
    expect(await scannerOf(double.url).scan(text('a file'))).toBe('unknown')
    expect(await scannerOf('unix:///nowhere/clamd.sock').scan(text('a file'))).toBe('unknown')
    const silent = await startClamdDouble(() => 'stream: ')
    open.push(silent)
    expect(await scannerOf(silent.url, 1).scan(Buffer.alloc(5_000_000))).toBe('unknown')
  })

  it('of an import is within what the installation lets the daemon take', () => {
    const config = readFileSync(path.join(projectRoot, 'docker', 'clamd.conf'), 'utf8')
    for (const name of ['StreamMaxLength', 'MaxFileSize']) {
      const [, megabytes] = new RegExp(`^${name} (\\d+)M$`, 'm').exec(config) ?? []
      expect(Number(megabytes) * 1024 * 1024, name).toBeGreaterThanOrEqual(importLimits.bytes)
    }
  })

  it.each([
    ['tcp://[::1]:3311', '::1', 3311],
    ['tls://[fd00::7]', 'fd00::7', 3310],
    ['tcp://scan.example', 'scan.example', 3310],
  ])('is sent to %s without the brackets of an address', (url, host, port) => {
    expect(addressOf(new URL(url))).toEqual({ host, port })
  })

  // Debian's package clamav-daemon is that.
  it.runIf(hasClamd)(
    'is known to a real daemon by its signatures',
    async ({ skip }) => {
      const clamd = await startClamd()
      if (clamd === null) return skip('clamd may not run in a folder of tests here')
      open.push(clamd)
      const { scan, told } = scannerOf(clamd.url, 60_000)
      expect(await scan(text('%PDF-1.7\nnothing of that kind\n'))).toBe('harmless')
      expect(await scan(text(eicar))).toBe('harmful')
      expect(await scan(text(`%PDF-1.7\n1 0 obj\n(${knownText})\nendobj\n`))).toBe('harmful')
      expect(told).toEqual([{ signature: 'Reprise.Eicar.UNOFFICIAL' }, { signature: 'Reprise.Known.UNOFFICIAL' }])
      // What it refuses to look at whole is not taken for harmless.
      expect(await scan(Buffer.alloc(3_000_000))).toBe('unknown')
    },
    120_000,
  )
})
