// @module-tag slow
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { projectNode, projectRoot } from '../../scripts/process.mjs'

let database: TestDatabase
let api: ApiProcess
beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { environment: { EMBEDDED: '1' } })
})
afterAll(async () => {
  await api.stop()
  await database.drop()
})

it('the script for partners takes an empty installation to its first paid buyback', { timeout: 60_000 }, async () => {
  const link = await vi.waitFor(
    () => /http:\/\/localhost:\d+\/set-up\/u_[\w-]+/.exec(api.output())?.[0] ?? expect.fail(),
  )
  const script = path.join(projectRoot, 'docs', 'first-day-api.mjs')
  const { stdout } = await promisify(execFile)(projectNode(), [script, link])
  expect(stdout).toMatch(/^11\. /m)
  expect(stdout).toMatch(/Paid: 305\.00 EUR for buyback \d{13}\n$/)
})
