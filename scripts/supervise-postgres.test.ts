import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { supervisePostgres } from './supervise-postgres.mjs'

it('stops at once while PostgreSQL does not come back', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-kept-'))
  chmodSync(folder, 0o755)
  mkdirSync(path.join(folder, 'postgres'))
  // Data of another version: every start fails.
  writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), '1\n')
  const stop = vi.fn(() => Promise.resolve())
  const told = vi.fn<(sentence: string) => void>()
  const kept = supervisePostgres({ folder, postgres: { pid: 2_147_483_647, port: 1, stop }, told })
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce(), 5_000)
  const from = performance.now()
  await kept.stop()
  expect(performance.now() - from).toBeLessThan(10_000)
  expect(stop).toHaveBeenCalledOnce()
  rmSync(folder, { recursive: true, force: true })
})
