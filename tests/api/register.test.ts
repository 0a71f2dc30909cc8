// @module-tag slow
import { execFile } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import { verifyRegisters } from '#api/db/verify-register.ts'
import type { RegisterEntryAnswer } from '#sync/calls/register.ts'
import { preparePayments } from '#tests/support/payment-world.ts'
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
const verifyByCommand = () =>
  new Promise<{ readonly code: unknown; readonly said: string }>((resolve) => {
    const { appUrl, ownerUrl } = api().testDatabase
    const env = projectEnvironment({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })
    execFile(projectNode(), [path.join(projectRoot, 'scripts/register-verify.mjs')], { env }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : error.code, said: `${out}${problems}` }),
    )
  })

/** Changes what nobody may change, as somebody who has the server's disk would, looks, and puts it back. */
async function tampered<T>(change: string, values: readonly unknown[], look: () => Promise<T>): Promise<T> {
  const owned = owner()
  await owned.query('create table kept as select * from purchase_register')
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
    const identity = {
      lastName: 'Müller',
      firstName: 'Zoé',
      street: '1 rue Neuve',
      streetMore: null,
      zipCode: '69001',
      city: 'Lyon',
      country: 'FR',
      type: 'passport',
      number: '12AB34567',
      issuedOn: '2020-01-02',
      authority: 'Préfecture du Rhône',
    }
    await owner().query(
      `update customer set register_identity = $2 where id = (select customer_id from buyback where id = $1)`,
      [id, sealRegisterIdentity(testVault, world.account().id, identity)],
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
      expect(await tampered(change, [lines - 1], verifyByCommand)).toEqual({
        code: 1,
        said: `${account}: ${lines - 2} lines, line ${lines - 1} has been changed\n`,
      })
      expect(await tampered('delete from purchase_register where number = $1', [lines], verifyByCommand)).toEqual({
        code: 1,
        said: `${account}: ${lines - 1} lines, line ${lines} is missing\n`,
      })
      const unjoined = `update purchase_register set previous_hash = sha256('x') where number = $1`
      expect(await tampered(unjoined, [1], verifyByCommand)).toEqual({
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
