import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#api/db/database.ts'
import { createExportJobs } from '#api/features/catalog-files/export/export-jobs.ts'
import { exportQueue, sweepExports } from '#api/features/catalog-files/export/export-queries.ts'
import { createJobRunner } from '#api/jobs/job-runner.ts'
import { createExportWorld, linesOf, type ExportWorld } from '#tests/support/export-world.ts'
import { jobsOf } from '#tests/support/queued-job.ts'

let world: ExportWorld
const now = () => new Date()

beforeAll(async () => {
  world = await createExportWorld()
})
afterEach(() => world.forget())
afterAll(() => world.close())

describe('an export that is asked for again', () => {
  it('is shared while nobody has begun it, and begun again from then on', { tags: ['slow'] }, async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await world.start('products')).body.id))
    const [id = ''] = ids
    expect(new Set(ids).size).toBe(1)
    expect(await jobsOf(world.owner, exportQueue, world.dataOf(id))).toEqual(['created'])
    expect((await world.start('categories')).body.id).not.toBe(id)
    await world.work(id)
    // What was changed since would be missing from a file that was begun before.
    expect((await world.start('products')).body.id).not.toBe(id)
    expect((await world.read('products', id)).body.url).not.toBeNull()
  })

  it('is not done twice', async () => {
    const { id, url } = await world.exported('products')
    const before = await world.fileOf(url)
    await world.jobs()[0].run(world.dataOf(id))
    expect((await world.fileOf(url)).text).toBe(before.text)
    expect(await world.rows('select attempt from export_job where account_id = $1')).toEqual([{ attempt: 1 }])
  })
})

/**
 * The world's database, where something happens before one of a job's transactions: the second reads, the third keeps
 * the head, the fourth the first part of lines.
 */
function before(
  place: number,
  happens: () => Promise<unknown>,
): { readonly database: Database; readonly asked: () => number } {
  let asked = 0
  const { app } = world.api.db
  const transaction = () => {
    const made = app.transaction()
    const execute: typeof made.execute = async (run) => {
      asked += 1
      if (asked === place) await happens()
      return made.execute(run)
    }
    return Object.assign(Object.create(made) as typeof made, { execute })
  }
  return {
    database: { ...world.api.db, app: Object.assign(Object.create(app) as typeof app, { transaction }) },
    asked: () => asked,
  }
}

it('a file shows one moment, whatever changes while it is made', async () => {
  const { id } = (await world.start('categories')).body
  const rename = (from: string, to: string) =>
    world.change('update category set name = $3 where account_id = $1 and name = $2', from, to)
  const { database } = before(3, () => rename('Audio', 'Son'))
  await world.work(id, createExportJobs({ database, now })[0].run)
  const { url } = (await world.read('categories', id)).body
  expect(linesOf((await world.fileOf(url)).text).map(({ name }) => name)).toContain('Audio')
  await rename('Son', 'Audio')
})

describe('a job that fails', () => {
  const failing = () => {
    const { database } = before(4, () => Promise.reject(new Error('connection lost')))
    return createExportJobs({ database, now })[0].run
  }

  it('is tried again, from the beginning', async () => {
    const { id } = (await world.start('products')).body
    await expect(world.work(id, failing())).rejects.toThrow('connection lost')
    expect((await world.read('products', id)).body).toMatchObject({ url: null, error: null })
    expect(await world.rows('select number from export_part where account_id = $1')).toEqual([{ number: 1 }])
    await world.work(id)
    const { url, entries_count } = (await world.read('products', id)).body
    expect(linesOf((await world.fileOf(url)).text)).toHaveLength(entries_count ?? 0)
  })

  it('says so once its tries are over, and another start makes another one (IO-22)', { tags: ['slow'] }, async () => {
    const { id } = (await world.start('products')).body
    for (let tries = 0; tries < 4; tries += 1)
      await expect(world.work(id, failing())).rejects.toThrow('connection lost')
    expect(await jobsOf(world.owner, exportQueue, world.dataOf(id))).toEqual(['failed'])
    const { body } = await world.read('products', id)
    expect(body).toEqual({
      id,
      url: null,
      workbook_url: null,
      pieces: [],
      entries_count: null,
      waits_for: null,
      progress: null,
      error: 'EXPORT_FAILED',
    })
    const again = (await world.start('products')).body
    expect(again).toMatchObject({ error: null })
    expect(again.id).not.toBe(id)
  })

  it('that is lost before it has begun is asked for again by the next start', async () => {
    const { id } = (await world.start('products')).body
    await world.owner.query('delete from pgboss.job where name = $1', [exportQueue])
    expect((await world.read('products', id)).body).toMatchObject({ error: 'EXPORT_FAILED' })
    expect((await world.start('products')).body).toEqual({
      id,
      url: null,
      workbook_url: null,
      pieces: [],
      entries_count: null,
      waits_for: 0,
      progress: null,
      error: null,
    })
    await world.work(id)
    expect((await world.read('products', id)).body.url).not.toBeNull()
  })

  it('leaves nothing of its file beside that of a later try', { tags: ['slow'] }, async () => {
    const { id } = (await world.start('products')).body
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { database, asked } = before(4, () => held)
    const first = createExportJobs({ database, now })[0].run(world.dataOf(id))
    await vi.waitFor(() => expect(asked()).toBe(4))
    await world.work(id)
    const { url, entries_count } = (await world.read('products', id)).body
    const { text } = await world.fileOf(url)
    release()
    await first
    expect((await world.fileOf(url)).text).toBe(text)
    expect((await world.read('products', id)).body).toMatchObject({ url, entries_count })
  })
})

describe('the queue of exports', () => {
  it('is worked on by the API’s login, and seen by the operators', { tags: ['slow'] }, async () => {
    const { id } = (await world.start('products')).body
    const { queues } = (await (await world.manager.request('/api/jobs/queues')).json()) as {
      readonly queues: readonly { readonly queue: string; readonly waiting: number }[]
    }
    expect(queues.find(({ queue }) => queue === exportQueue)).toMatchObject({ waiting: 1 })
    const runner = createJobRunner({
      databaseUrl: world.api.testDatabase.appUrl,
      log: { warn: () => undefined },
      now,
      handlers: world.jobs(),
    })
    await runner.start()
    try {
      await vi.waitFor(async () => expect((await world.read('products', id)).body.url).not.toBeNull(), 20_000)
    } finally {
      await runner.stop()
    }
  })

  it('gives the job of a process that was killed to another one', { tags: ['slow'] }, async () => {
    const { id } = (await world.start('products')).body
    // What a killed process leaves: a job in hand, and no sign of life since.
    await world.owner.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
         heartbeat_on = now() - interval '1 minute' where name = $1`,
      [exportQueue],
    )
    expect((await world.read('products', id)).body).toMatchObject({ url: null, error: null })
    const boss = new PgBoss({
      connectionString: world.api.testDatabase.appUrl,
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: false,
    })
    await boss.start()
    try {
      // What every runner does each minute.
      await boss.supervise(exportQueue)
    } finally {
      await boss.stop({ graceful: false })
    }
    expect(await jobsOf(world.owner, exportQueue, world.dataOf(id))).toEqual(['retry'])
    await world.work(id)
    expect((await world.read('products', id)).body.url).not.toBeNull()
  })

  it('forgets files after a day', async () => {
    const { id, url } = await world.exported('products')
    const day = 86_400_000
    expect(await sweepExports(world.api.db, new Date(Date.now() - day))).toBe(0)
    expect(await sweepExports(world.api.db, new Date(Date.now() + day))).toBe(1)
    expect((await world.read('products', id)).status).toBe(404)
    expect((await world.fileOf(url)).response.status).toBe(404)
    expect(await world.rows('select 1 from export_part where account_id = $1')).toEqual([])
  })
})

/** Begins the file of an export, and lets its job wait before its part of lines until it is released. */
async function beginHeld(id: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { database, asked } = before(4, () => held)
  const done = world.work(id, createExportJobs({ database, now })[0].run)
  await vi.waitFor(() => expect(asked()).toBe(4), 20_000)
  return { release, done }
}

describe('an export that is cancelled', { tags: ['slow'] }, () => {
  it('before it has begun makes no file, and another start makes another one', async () => {
    const { id } = (await world.start('products')).body
    expect((await world.cancel('products', id)).status).toBe(204)
    expect((await world.read('products', id)).body).toEqual({
      id,
      url: null,
      workbook_url: null,
      pieces: [],
      entries_count: null,
      waits_for: null,
      progress: null,
      error: 'EXPORT_CANCELLED',
    })
    expect(await jobsOf(world.owner, exportQueue, world.dataOf(id))).toEqual([])
    await world.jobs()[0].run(world.dataOf(id))
    expect(await world.rows('select attempt from export_job where account_id = $1')).toEqual([{ attempt: 1 }])
    // Its answer was lost.
    expect((await world.cancel('products', id)).status).toBe(204)
    const again = (await world.start('products')).body
    expect(again.id).not.toBe(id)
    await world.work(again.id)
    expect((await world.read('products', again.id)).body.url).not.toBeNull()
  })

  it('while it is made leaves nothing, and its job has not failed', async () => {
    const { id } = (await world.start('products')).body
    const { release, done } = await beginHeld(id)
    expect((await world.cancel('products', id)).status).toBe(204)
    release()
    await done
    expect((await world.read('products', id)).body).toMatchObject({ url: null, error: 'EXPORT_CANCELLED' })
    expect(await world.rows('select number from export_part where account_id = $1')).toEqual([])
    expect(await jobsOf(world.owner, exportQueue, world.dataOf(id))).toEqual(['completed'])
  })

  it('by one of two who share it goes on for the other', async () => {
    const admin = await world.api.signIn('admin')
    const { id } = (await world.start('products')).body
    expect((await world.start('products', admin)).body.id).toBe(id)
    for (let tries = 0; tries < 2; tries += 1) expect((await world.cancel('products', id)).status).toBe(204)
    expect((await world.read('products', id, admin)).body.error).toBeNull()
    expect((await world.cancel('products', id, admin)).status).toBe(204)
    expect((await world.read('products', id, admin)).body.error).toBe('EXPORT_CANCELLED')
  })

  it('of a version that kept no list of who waits is shared, and ended by nobody but its askers', async () => {
    const { accountId, manager, owner } = world
    const admin = await world.api.signIn('admin')
    // What that version says, which goes on working while the replicas are replaced.
    const ask = (by: string) =>
      owner.query<{ id: string }>(
        `insert into export_job (account_id, id, content, started_by, created_at)
         values ($1, gen_random_uuid(), 'products', $2, now()) on conflict (account_id, content) where begun_at is null
         do update set content = excluded.content returning id`,
        [accountId, by],
      )
    const id = (await ask(manager.user.id)).rows[0]?.id ?? ''
    expect((await ask(manager.user.id)).rows).toEqual([{ id }])
    expect((await world.cancel('products', id, admin)).status).toBe(204)
    expect((await world.start('products', admin)).body.id).toBe(id)
    expect((await world.cancel('products', id, admin)).status).toBe(204)
    expect((await world.read('products', id)).body.error).toBeNull()
    expect((await world.cancel('products', id)).status).toBe(204)
    expect((await world.read('products', id)).body.error).toBe('EXPORT_CANCELLED')
    expect((await ask(manager.user.id)).rows).not.toEqual([{ id }])
  })

  it('after its end stays, and so does what others may not cancel', async () => {
    const { id } = await world.exported('products')
    expect(await world.cancel('products', id)).toEqual({ status: 409, code: 'EXPORT_ENDED' })
    const waiting = (await world.start('products')).body.id
    const [other, seller] = [await world.api.signIn('admin@other.example'), await world.api.signIn('store_manager')]
    expect((await world.cancel('products', waiting, other)).status).toBe(404)
    expect((await world.cancel('categories', waiting)).status).toBe(404)
    expect((await world.cancel('products', waiting, seller)).status).toBe(403)
    expect((await world.read('products', waiting)).body).toMatchObject({ error: null, waits_for: 0 })
    expect((await world.read('products', id)).body.url).not.toBeNull()
  })
})

describe('the place of an export', { tags: ['slow'] }, () => {
  const turns = async () =>
    (
      await world.owner.query<{ account: string; turn: number }>(
        `select account_id as account, turn from export_job where cancelled_at is null order by turn, created_at`,
      )
    ).rows.map(({ account, turn }) => `${account === world.accountId ? 'ours' : 'theirs'} ${turn}`)

  it('is no worse for what was cancelled before, or has failed', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      const { id } = (await world.start('products')).body
      expect((await world.cancel('products', id)).status).toBe(204)
    }
    await world.start('products')
    // Its job has failed for good.
    await world.owner.query('delete from pgboss.job where name = $1', [exportQueue])
    await world.change(`update export_job set begun_at = now(), attempt = 1, turn = 5, created_at = now() - interval '1 hour'
      where account_id = $1 and cancelled_at is null`)
    await world.start('categories')
    const other = await world.api.signIn('admin@other.example')
    await world.start('products', other, world.api.accounts.other.id)
    expect(await turns()).toEqual(['ours 0', 'theirs 0', 'ours 5'])
  })

  it('is behind one of a later round that has waited long', async () => {
    await world.start('products')
    await world.start('categories')
    await world.start('diagnostic')
    await world.owner.query(
      `update pgboss.job set created_on = created_on - interval '11 minutes' where name = $1 and priority = -1`,
      [exportQueue],
    )
    const other = await world.api.signIn('admin@other.example')
    const theirs = (await world.start('products', other, world.api.accounts.other.id)).body
    expect(await turns()).toEqual(['ours 0', 'ours 1', 'theirs 1', 'ours 2'])
    expect(theirs).toMatchObject({ waits_for: 2 })
  })

  it('is told until it begins, and from then on how many lines are written', async () => {
    const { id } = (await world.start('products')).body
    expect((await world.start('categories')).body).toMatchObject({ waits_for: 1, progress: null })
    const count = Number((await world.rows('select count(*) from product where account_id = $1'))[0]?.['count'])
    const { release, done } = await beginHeld(id)
    expect((await world.read('products', id)).body).toMatchObject({ waits_for: null, progress: { done: 0, of: count } })
    release()
    await done
    expect((await world.read('products', id)).body).toMatchObject({ progress: null, entries_count: count })
    expect(
      await world.rows('select entries_done from export_job where account_id = $1 and begun_at is not null'),
    ).toEqual([{ entries_done: count }])
  })

  it('of an account’s next one is behind that of another account', async () => {
    const other = await world.api.signIn('admin@other.example')
    const { id } = (await world.start('products')).body
    const { release, done } = await beginHeld(id)
    const next = (await world.start('products')).body
    expect(next).toMatchObject({ waits_for: 1 })
    const theirs = (await world.start('products', other, world.api.accounts.other.id)).body
    expect(theirs).toMatchObject({ waits_for: 1 })
    expect((await world.read('products', next.id)).body).toMatchObject({ waits_for: 2 })
    // In the order in which the runner takes them.
    const { rows } = await world.owner.query<{ id: string }>(
      `select data->>'exportId' as id from pgboss.job where name = $1 and state = 'created'
       order by priority desc, created_on`,
      [exportQueue],
    )
    expect(rows).toEqual([{ id: theirs.id }, { id: next.id }])
    release()
    await done
  })
})

it(
  'a file of ten thousand products holds each of them once, in parts',
  { tags: ['slow'], timeout: 120_000 },
  async () => {
    // A database in use knows its tables.
    await world.owner.query('analyze')
    await world.change(
      `insert into product (account_id, id, label, main_category_id, status)
     select $1, gen_random_uuid(), 'Produit ' || n, $2, 'published' from generate_series(1, 10000) n`,
      world.categories['cameras'],
    )
    const { url, entries_count } = await world.exported('products')
    const lines = linesOf((await world.fileOf(url)).text)
    expect(lines).toHaveLength(entries_count ?? 0)
    const stored = await world.rows('select id, label from product where account_id = $1 order by id')
    expect(lines.map(({ id, label }) => ({ id, label }))).toEqual(stored)
    const largest = 'select max(octet_length(bytes)) < 300000 as small from export_part where account_id = $1'
    expect(await world.rows(largest)).toEqual([{ small: true }])
  },
)
