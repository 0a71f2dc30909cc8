// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Transaction,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readHeadsFrom } from '#api/db/register-head.ts'
import { createHeadMails } from '#api/features/register/head-mails.ts'
import { headsFile, readHeads } from '#api/features/register/head-queries.ts'
import { countRegister } from '#api/features/register/register-queries.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
import { sellerIdentity } from '#tests/support/seller-identity.ts'
import { testVault } from '#tests/support/vault.ts'
import { projectEnvironment, projectNode, projectRoot } from '../../scripts/process.mjs'

const world = preparePayments()
const { api, owner, manager, open, become, settled } = world

// The day of the account may be another than the server's.
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const read = async (query = '', by = manager()) =>
  by.request(`/api/register?from=${dayFrom(-1)}&to=${dayFrom(1)}${query}`)
const entries = async (query = '&itemsPerPage=200') =>
  ((await (await read(query)).json()) as { 'hydra:member': RegisterEntryAnswer[] })['hydra:member']
const faults = async () =>
  (await verifyRegisters(api().testDatabase.ownerUrl)).filter(({ fault }) => fault !== null).map(({ fault }) => fault)

/** Runs `npm run register:verify` on the database; answers what it ended with and what it said. */
const verifyByCommand = (...args: readonly string[]) =>
  new Promise<{ readonly code: unknown; readonly said: string }>((resolve) => {
    const { appUrl, ownerUrl } = api().testDatabase
    const env = projectEnvironment({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })
    const command = [path.join(projectRoot, 'scripts/register-verify.mjs'), ...args]
    execFile(projectNode(), command, { env }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : error.code, said: `${out}${problems}` }),
    )
  })

/**
 * Changes rows that the application cannot change, as a person with the server's disk could, then looks and restores
 * them.
 */
async function tampered<T>(change: string, values: readonly unknown[], look: () => Promise<T>): Promise<T> {
  const owned = owner()
  await owned.query('create table kept as select * from purchase_register')
  // Made of the content again.
  await owned.query('alter table kept drop column told')
  await owned.query('alter table purchase_register disable trigger user')
  try {
    await owned.query(change, [...values])
    return await look()
  } finally {
    await owned.query('delete from purchase_register')
    await owned.query('insert into purchase_register select * from kept')
    await owned.query('alter table purchase_register enable trigger user')
    await owned.query('drop table kept')
  }
}

describe('the register of purchases', () => {
  it('has a line from the moment that a buyback is settled, with seller, product, price and means of payment', async () => {
    const id = await open()
    await owner().query(
      `update customer set register_identity = $2 where id = (select customer_id from buyback where id = $1)`,
      [id, sealRegisterIdentity(testVault, world.account().id, sellerIdentity)],
    )
    const before = (await entries()).length
    await become(id, 'bb_completed')
    const found = await entries()
    expect(found).toHaveLength(before + 1)
    expect(found.at(-1)).toMatchObject({
      number: before + 1,
      description: 'Brand Phone one',
      imei: '350000000000006',
      serialNumber: 'SN1',
      sellerName: 'Zoé Müller',
      sellerAddress: '1 rue Neuve, 69001 Lyon',
      sellerCountry: 'FR',
      sellerIdentity: {
        type: 'passport',
        number: '12AB34567',
        issuedOn: '2020-01-02',
        authority: 'Préfecture du Rhône',
      },
      priceCents: 12_345,
      currency: 'EUR',
      paymentMeans: 'manual',
    })
    const stored = await owner().query<{ content: string }>('select content from purchase_register')
    expect(stored.rows.every(({ content }) => !content.includes('12AB34567'))).toBe(true)
  })

  it('numbers its lines without a gap when many buybacks settle at once', { tags: ['slow'] }, async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => open()))
    const before = (await entries()).length
    const clients = await Promise.all(ids.map(() => world.anotherOwner()))
    await Promise.all(ids.map((id, at) => become(id, 'bb_completed', new Date(), clients[at])))
    await Promise.all(clients.map((client) => client.end()))
    const numbers = (await entries()).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: before + 20 }, (_, at) => at + 1))
    expect(await faults()).toEqual([])
  })

  it('takes no second line for a buyback, and neither change nor removal', async () => {
    const id = await settled()
    const before = (await entries()).length
    await become(id, 'bb_cancelled')
    await become(id, 'bb_completed')
    expect(await entries()).toHaveLength(before)
    await expect(owner().query(`update purchase_register set content = 'x'`)).rejects.toMatchObject({ code: '23001' })
    await expect(owner().query('delete from purchase_register')).rejects.toMatchObject({ code: '23001' })
  })

  it('shows one changed byte, a forged hash, a removed line and lines cut off at the end', async () => {
    await settled()
    await settled()
    const last = (await entries()).length
    const byte = `update purchase_register set content = overlay(content placing '9' from 20 for 1) where number = $1`
    expect(await tampered(byte, [2], faults)).toEqual([{ number: 2, reason: 'changed' }])
    const rehashed = `update purchase_register set content = replace(content, '12345', '12346'),
      hash = sha256(previous_hash || convert_to(replace(content, '12345', '12346'), 'UTF8')) where number = $1`
    expect(await tampered(rehashed, [2], faults)).toEqual([{ number: 3, reason: 'not_joined' }])
    const remove = 'delete from purchase_register where number = $1'
    expect(await tampered(remove, [1], faults)).toEqual([{ number: 1, reason: 'missing' }])
    expect(await tampered(remove, [last], faults)).toEqual([{ number: last, reason: 'missing' }])
    expect(
      await tampered(`update purchase_register set buyback_id = uuid_v7() where number = $1`, [1], faults),
    ).toEqual([{ number: 1, reason: 'changed' }])
    expect(await faults()).toEqual([])
  })

  it('shows a line that was moved to another day, by which exports select', async () => {
    await settled()
    const all = (await entries()).length
    const move = `update purchase_register set recorded_at = recorded_at - interval '400 days' where number = $1`
    const looked = async () => ({ faults: await faults(), exported: (await entries()).length })
    expect(await tampered(move, [1], looked)).toEqual({
      faults: [{ number: 1, reason: 'moved' }],
      exported: all - 1,
    })
    const nudge = `update purchase_register set recorded_at = recorded_at + interval '1 microsecond' where number = $1`
    expect(await tampered(nudge, [2], faults)).toEqual([{ number: 2, reason: 'moved' }])
  })

  it('shows that a whole chain was rewritten, by the heads that were written outside', { tags: ['slow'] }, async () => {
    await settled()
    const scope = { accountId: world.account().id }
    const heads = await inAccount(api().db, scope.accountId, (tx) => readHeads(tx, scope.accountId))
    const folder = await mkdtemp(path.join(tmpdir(), 'reprise-heads-'))
    const file = path.join(folder, 'register-heads.csv')
    await writeFile(file, headsFile(heads))
    const whole = await verifyByCommand('--heads', file)
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('heads that were written outside.') })
    // A superuser writes every line and the head once more, with another price in the first one.
    const rewrite = `do $do$
      declare r record; previous bytea; line text;
      begin
        for r in select * from purchase_register order by account_id, number loop
          if r.number = 1 then previous := r.previous_hash; end if;
          line := case when r.number = 1 then replace(r.content, '12345', '99') else r.content end;
          update purchase_register set content = line, previous_hash = previous,
            hash = sha256(previous || convert_to(line, 'UTF8'))
          where account_id = r.account_id and number = r.number returning hash into previous;
          update purchase_register_head set hash = previous where account_id = r.account_id and number = r.number;
        end loop;
      end $do$`
    const { rows: kept } = await owner().query<{ hash: Buffer }>('select hash from purchase_register_head')
    expect(await tampered(rewrite, [], faults)).toEqual([])
    const caught = await tampered(rewrite, [], () => verifyByCommand('--heads', file))
    expect(caught.code).toBe(1)
    expect(caught.said).toContain(`line ${heads[0]!.number} is not what was written outside on ${heads[0]!.day}`)
    await owner().query('update purchase_register_head set hash = $1', [kept[0]!.hash])
    expect(await faults()).toEqual([])
    await rm(folder, { recursive: true })
  })

  it('mails the last line of each day that is over to its witness, once, and again only when it has grown', async () => {
    await settled()
    let at = new Date()
    const mailHeads = createHeadMails({
      database: api().db,
      now: () => at,
      log: { warn: () => undefined },
      mailQueued: () => undefined,
      witness: 'witness@notary.example',
    })
    expect(await mailHeads()).toBe(0)
    at = new Date(Date.now() + 86_400_000)
    expect(await mailHeads()).toBe(1)
    expect(await mailHeads()).toBe(0)
    const { rows } = await owner().query<{ recipient: string; body_text: string; subject: string }>(
      `select recipient, subject, body_text from mail_message where kind = 'register_head'`,
    )
    const accountId = world.account().id
    const heads = await inAccount(api().db, accountId, (tx) => readHeads(tx, accountId))
    expect(rows).toHaveLength(1)
    expect(rows[0]!.recipient).toBe('witness@notary.example')
    expect(readHeadsFrom(rows[0]!.body_text)).toEqual(heads.slice(-1))
    expect(rows[0]!.subject).toContain(heads.at(-1)!.day)
    expect(`${rows[0]!.subject} ${rows[0]!.body_text}`).not.toMatch(/\{\{|undefined|null/)
  })

  it(
    'is verified by a command, which ends with 0 where all is whole and names the line that is not',
    { tags: ['slow'] },
    async () => {
      await settled()
      await settled()
      const lines = (await entries()).length
      const account = world.account().id
      expect(await verifyByCommand()).toEqual({ code: 0, said: `${account}: ${lines} lines, whole\n` })
      const change = `update purchase_register set content = replace(content, '12345', '92345') where number = $1`
      expect(await tampered(change, [lines - 1], () => verifyByCommand())).toEqual({
        code: 1,
        said: `${account}: ${lines - 2} lines, line ${lines - 1} has been changed\n`,
      })
      expect(
        await tampered('delete from purchase_register where number = $1', [lines], () => verifyByCommand()),
      ).toEqual({
        code: 1,
        said: `${account}: ${lines - 1} lines, line ${lines} is missing\n`,
      })
      const unjoined = `update purchase_register set previous_hash = sha256('x') where number = $1`
      expect(await tampered(unjoined, [1], () => verifyByCommand())).toEqual({
        code: 1,
        said: `${account}: 0 lines, line 1 does not follow the line before it\n`,
      })
    },
  )

  it('comes as a CSV file that no sheet runs, and as a PDF document', async () => {
    await settled({ firstName: '=1+1' })
    const csv = await read('&format=csv')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csv.arrayBuffer())
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(text.trim().split('\n')).toHaveLength((await entries()).length + 1)
    expect(text).toContain("'=1+1")
    const [head, ...rows] = text
      .slice(1)
      .trim()
      .split('\r\n')
      .map((row) => row.split(';'))
    expect(head?.slice(0, 3)).toEqual(['N°', 'Date', 'N° de reprise'])
    expect(rows.map((row) => row[9])).toContain('123,45')
    expect(rows.every((row) => /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(row[1] ?? ''))).toBe(true)
    expect(csv.headers.get('content-disposition')).toContain('filename="registre-des-achats-')
    expect(text).toContain('1 rue Neuve, 69001 Lyon, France')
    expect(text).toContain('Passeport, 12AB34567, 02/01/2020, Préfecture du Rhône')
    const pdf = await read('&format=pdf')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('is searched by product, IMEI, serial number, seller, code and number; a file holds all of its days', async () => {
    await settled({ firstName: 'Wilhelmine' })
    const all = await entries()
    const line = all.find(({ sellerName }) => sellerName?.startsWith('Wilhelmine'))!
    const found = async (q: string) =>
      (await entries(`&itemsPerPage=200&q=${encodeURIComponent(q)}`)).map(({ number }) => number)
    for (const q of ['wilhelmine', line.buybackCode]) expect(await found(q), q).toEqual([line.number])
    expect(await found(String(line.number))).toContain(line.number)
    for (const q of ['phone one', line.imei!, line.serialNumber!]) expect(await found(q), q).toContain(line.number)
    for (const q of ['wilhelmine durand', '%', 'sealed']) expect(await found(q), q).toEqual([])
    const [csv, whole] = [
      await (await read('&format=csv&q=wilhelmine')).text(),
      await (await read('&format=csv')).text(),
    ]
    expect(csv).toBe(whole)
  })

  it('is searched by an index of what its lines say, and reads and folds none of them', async () => {
    const sent: CompiledQuery[] = []
    const dialect = {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
    const unsent = new Kysely<Tables>({ dialect, log: ({ query }) => void sent.push(query) })
    const scope = { accountId: world.account().id, from: dayFrom(-1), to: dayFrom(1), q: 'a b c d e f g h i j' }
    await countRegister(unsent as Transaction<Tables>, scope)
    const [{ sql: text, parameters }] = sent as [CompiledQuery]
    const planOf = async (asked: string, values: readonly unknown[]) => {
      const { rows } = await owner().query<{ 'QUERY PLAN': string }>(`explain (verbose) ${asked}`, [...values])
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const plan = await planOf(text, parameters)
    expect(plan).toContain('purchases_told(')
    expect(plan).not.toMatch(/content\)::jsonb|search_text\(/)
    // What its functions ask, where the tables are too long to be read whole.
    const others = ['seqscan', 'indexscan', 'indexonlyscan']
    await owner().query('begin')
    for (const way of others) await owner().query(`set local enable_${way} = off`)
    for (const table of ['purchase_register', 'customer']) {
      const asked = `select account_id from ${table} where told like $1`
      expect(await planOf(asked, ['%martin%'])).toMatch(
        new RegExp(`Bitmap Index Scan on ${table}_told.*\\n.*Index Cond.*told ~~`),
      )
    }
    await owner().query('rollback')
  })

  it('is cut by days of the account, and paged', async () => {
    const page = (await (await read('&itemsPerPage=1&page=2&order[number]=desc')).json()) as {
      'hydra:member': RegisterEntryAnswer[]
      'hydra:totalItems': number
    }
    expect(page['hydra:member'].map(({ number }) => number)).toEqual([page['hydra:totalItems'] - 1])
    const old = await manager().request('/api/register?from=2020-01-01&to=2020-01-31')
    expect(await old.json()).toEqual({ 'hydra:member': [], 'hydra:totalItems': 0 })
    expect((await manager().request('/api/register?from=2020-02-30&to=2020-03-01')).status).toBe(422)
  })

  it('is for who may read it, and stays in its account', async () => {
    for (const type of ['root_management_unit_analyst', 'buyer_manager', 'store_manager', 'warehouse_operator'])
      expect((await read('', await api().signIn(type))).status, type).toBe(403)
    expect(await (await read('', await api().signIn('admin@other.example'))).json()).toMatchObject({
      'hydra:totalItems': 0,
    })
  })
})
