// @module-tag slow
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#api/config.ts'
import { createDatabase as connectTo } from '#api/db/database.ts'
import { createDatabasePulse } from '#api/db/database-health.ts'
import { createJobRunner } from '#api/jobs/job-runner.ts'
import { createDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { withClient } from '../../scripts/prepare-database.mjs'

const patience = { timeout: 60_000 }
const login = `rotating_${randomBytes(4).toString('hex')}`

describe('a database whose password is replaced while the program runs', () => {
  let database: TestDatabase
  let folder: string
  let file: string
  const asSuperuser = (statement: string) => withClient(database.superuserUrl, (client) => client.query(statement))
  const rotate = async (password: string) => {
    await asSuperuser(`alter role ${login} password '${password}'`)
    const url = new URL(database.appUrl)
    url.username = login
    url.password = password
    writeFileSync(file, `${url.href}\n`)
    return url.href
  }

  beforeAll(async () => {
    database = await createDatabase()
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-rotated-'))
    file = path.join(folder, 'url')
    await asSuperuser(`create role ${login} login in role reprise_app`)
    await asSuperuser(`grant connect on database ${database.name} to ${login}`)
  })
  afterAll(async () => {
    await asSuperuser(`drop owned by ${login}`)
    await database.drop()
    await withClient(database.superuserUrl.replace(database.name, 'postgres'), (client) =>
      client.query(`drop role ${login}`),
    )
    rmSync(folder, { recursive: true, force: true })
  })

  it(
    'is reached by the new one by every pool, by the jobs and by who asks whether it is up',
    { timeout: 240_000 },
    async () => {
      const first = await rotate('first')
      const { currentUrls } = readConfig({ DATABASE_URL_FILE: file })
      const following = connectTo({ appUrl: currentUrls.app, adminUrl: currentUrls.app, maxConnections: 2 })
      const fixed = connectTo({ appUrl: first })
      let ran = 0
      const runner = createJobRunner({
        databaseUrl: currentUrls.app,
        log: { warn: () => undefined },
        now: () => new Date(),
        handlers: [{ queue: 'payment-ask', run: async () => void (ran += 1) }],
        firstPauseMs: 20,
      })
      // Asks at once: what it is asked about never ends by itself.
      const pulse = createDatabasePulse(currentUrls.app, {
        patienceMs: 1,
        downPatienceMs: 1,
        beatMs: 60_000,
        everyMs: 1_000,
      })
      const job = () => asSuperuser(`select send_job('payment-ask', '{}'::jsonb, interval '0')`)
      const asked = () => sql<{ one: number }>`select 1 as one`
      try {
        expect((await asked().execute(following.app)).rows).toEqual([{ one: 1 }])
        await runner.start()
        await job()
        await expect.poll(() => ran, patience).toBe(1)
        await rotate('second')
        await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${login}'`)
        const again = async () => [
          (await asked().execute(following.app)).rows[0]?.one,
          (await following.readPool.query<{ one: number }>('select 1 as one')).rows[0]?.one,
          following.admin && (await asked().execute(following.admin)).rows[0]?.one,
        ]
        // The first statement after the end may still find the connection that was ended.
        await expect.poll(() => again().catch(() => null), patience).toEqual([1, 1, 1])
        await expect(asked().execute(fixed.app)).rejects.toThrow(/password authentication failed/)
        await job()
        await expect.poll(() => ran, patience).toBe(2)
        const late = Promise.withResolvers<string>()
        const isUp = pulse.whileUp(late.promise)
        setTimeout(() => late.resolve('answered'), 500)
        expect(await isUp).toBe('answered')
      } finally {
        pulse.stop()
        await runner.stop()
        await following.close()
        await fixed.close()
      }
    },
  )
})
