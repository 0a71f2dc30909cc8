import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '#domain/kernel/languages.ts'
import { importColumns, importLimits } from '#domain/organization/user-import.ts'
import type { CheckedUserFile, ImportResult } from '#sync/calls/user-import.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'

let office: UserOffice

beforeAll(async () => {
  office = await createUserOffice()
  await office.owner.query(`update organization set external_id = 'MAG-1' where id = $1`, [
    office.api.accounts.retailer.northStoreId,
  ])
})
afterAll(() => office.close())

const head = 'email;firstname;lastname;timRole;timEntity'
const line = (email: string, rest = 'Nadia;Benali;store_seller;MAG-1') => `${email};${rest}`
const fileOf = (...lines: readonly string[]) => [head, ...lines].join('\r\n')

async function check(csv: string, who = office.admin) {
  const { status, body } = await office.send(who, 'POST', '/api/users/import/check', { csv })
  return { status, body: body as unknown as CheckedUserFile & { readonly code?: string } }
}
const told = ({ body }: Awaited<ReturnType<typeof check>>) =>
  body.lines.map(({ line: at, state, faults }) => [at, state, ...faults.map(({ column, code }) => `${column} ${code}`)])
async function importAll(file: CheckedUserFile, who = office.admin): Promise<readonly ImportResult[]> {
  const users = file.lines.flatMap(({ user }) => (user === null ? [] : [user]))
  const { status, body } = await office.send(who, 'POST', '/api/users/import', { users })
  expect(status).toBe(200)
  return (body as unknown as { readonly results: readonly ImportResult[] }).results
}
const people = async () => (await office.owner.query('select 1 from user_account')).rowCount

describe('a file of users that is checked (ORG-43)', () => {
  it('is told line by line, with all that is wrong, before anything is written', async () => {
    const before = await people()
    const checked = await check(
      fileOf(
        line('One@File.example'),
        line('two@file.example', '"Marie;\nAnne";Benali;store_seller;North store'),
        line('one@file.example'),
        '',
        line('south@retailer.example'),
        line('admin@other.example'),
        line('four@file.example', 'N;Benali;vendeur;MAG-1'),
        line('five@file.example', 'Nadia;Benali;store_seller;Workshop'),
        line('six@file.example', 'Nadia;Benali;admin;Maison Essai'),
        'seven@file.example;Nadia',
      ),
    )
    expect(told(checked)).toEqual([
      [2, 'ready'],
      [3, 'ready'],
      [5, 'refused', 'email twice'],
      [7, 'known'],
      [8, 'refused', 'email USER_EMAIL_TAKEN'],
      [9, 'refused', 'timRole role', 'firstname FORM_TEXT_BETWEEN'],
      [10, 'refused', 'timEntity entity'],
      [11, 'refused', 'timRole USER_ROLE_UNFIT'],
      [12, 'refused', 'lastname FORM_REQUIRED_BETWEEN', 'null USER_MODULE_REQUIRED'],
    ])
    expect(checked.body.lines[0]?.user).toMatchObject({
      email: 'one@file.example',
      modules: { tim: { type: 'store_seller', organizationId: office.api.accounts.retailer.northStoreId } },
    })
    expect(checked.body.lines[2]?.faults[0]?.otherLine).toBe(2)
    expect(await people()).toBe(before)
  })

  it('may be separated by commas, and begin with a mark of its encoding', async () => {
    const csv = `\uFEFF${fileOf(line('comma@file.example')).replaceAll(';', ',')}`
    expect(told(await check(csv))).toEqual([[2, 'ready']])
  })

  it('may come from a spreadsheet: with its separator, text guards, quotes in names and empty cells behind', async () => {
    const csv = [
      'sep=;',
      `${head};;`,
      '"=""guard@file.example""";Nadia;Benali;store_seller;MAG-1;;',
      line('quote@file.example', 'Jean "Jo";Benali;store_seller;MAG-1'),
      line('short@file.example', 'Nadia;Benali'),
      line('open@file.example', '"Nadia;Benali;store_seller;MAG-1'),
      line('last@file.example'),
    ].join('\r\n')
    expect(told(await check(csv))).toEqual([
      [3, 'ready'],
      [4, 'ready'],
      [5, 'refused', 'null USER_MODULE_REQUIRED'],
      [6, 'refused', 'null columns'],
      [7, 'ready'],
    ])
  })

  it.each<[string, string, string]>([
    ['that is empty', '', 'USER_FILE_HEAD'],
    ['without a head', line('one@file.example'), 'USER_FILE_HEAD'],
    ['with an unknown column', 'email;firstname;lastname;phone', 'USER_FILE_HEAD'],
    ['of many short lines below a wide head', `${'n;'.repeat(20_000)}n\n${'x\n'.repeat(400_000)}`, 'USER_FILE_HEAD'],
    ['that is no text', `${head}\nPK\uFFFD`, 'USER_FILE_UNREADABLE'],
    [
      'of too many lines',
      fileOf(...Array.from({ length: importLimits.lines + 1 }, (_, at) => line(`${at}@file.example`))),
      'USER_FILE_TOO_LONG',
    ],
  ])('%s is refused as a whole', async (_title, csv, code) => {
    const { status, body } = await check(csv)
    expect([status, body.code]).toEqual([422, code])
  })

  it('may have as many lines as the limit, and is checked in good time', { tags: ['slow'] }, async () => {
    const lines = Array.from({ length: importLimits.lines }, (_, at) => line(`${at}@file.example`))
    const { status, body } = await check(fileOf(...lines))
    expect([status, body.lines.length]).toEqual([200, importLimits.lines])
    expect(body.lines.every(({ state }) => state === 'ready')).toBe(true)
  })

  it('is measured by what its reader may give, in the own branch', async () => {
    const manager = await office.api.signIn('store_manager')
    const north = fileOf(
      line('mine@file.example'),
      line('above@file.example', 'Nadia;Benali;management_unit_manager;North'),
      line('aside@file.example', 'Nadia;Benali;store_seller;South store'),
      line('south@retailer.example'),
    )
    expect(told(await check(north, manager))).toEqual([
      [2, 'ready'],
      [3, 'refused', 'timEntity entity'],
      [4, 'refused', 'timEntity entity'],
      [5, 'refused', 'email USER_EMAIL_TAKEN'],
    ])
    const seller = await office.api.signIn('store_seller')
    expect((await check(north, seller)).status).toBe(403)
    expect((await office.send(seller, 'POST', '/api/users/import', { users: [office.person()] })).status).toBe(403)
  })
})

it('refused lines that were mended are read with the column of their reasons (ORG-43)', async () => {
  const csv = `${head};reason\r\n${line('mended@file.example')};Entité inconnue\r\n`
  const checked = await check(csv)
  expect(told(checked)).toEqual([[2, 'ready']])
  expect(checked.body.columns).not.toContain('reason')
  expect(checked.body.lines[0]?.cells).toHaveLength(checked.body.columns.length)
})

describe('a file of users that is imported (ORG-43)', () => {
  it('makes each line once, with a mail; the same file makes nobody again', { tags: ['slow'] }, async () => {
    const file = fileOf(line('a@import.example'), line('b@import.example'), line('admin@other.example'))
    const results = await importAll((await check(file)).body)
    expect(results).toEqual([
      { email: 'a@import.example', state: 'made', faults: [] },
      { email: 'b@import.example', state: 'made', faults: [] },
    ])
    expect(await office.mails('a@import.example')).toHaveLength(1)
    const after = await people()
    expect(told(await check(file))).toEqual([
      [2, 'known'],
      [3, 'known'],
      [4, 'refused', 'email USER_EMAIL_TAKEN'],
    ])
    expect(await people()).toBe(after)
  })

  it('that is sent again after a cut tells who is there already, and judges each line again', async () => {
    const { body } = await check(fileOf(line('c@import.example'), line('d@import.example')))
    await importAll(body)
    expect((await importAll(body)).map(({ state }) => state)).toEqual(['known', 'known'])
    const later = (await check(fileOf(line('e@import.example'), line('f@import.example')))).body
    const { northStoreId } = office.api.accounts.retailer
    await office.owner.query(`update organization set status = 'inactive' where id = $1`, [northStoreId])
    expect((await importAll(later)).map(({ state, faults }) => [state, faults[0]])).toEqual([
      ['refused', { column: 'timEntity', code: 'USER_ENTITY_UNFIT' }],
      ['refused', { column: 'timEntity', code: 'USER_ENTITY_UNFIT' }],
    ])
    await office.owner.query(`update organization set status = 'active' where id = $1`, [northStoreId])
  })

  it('comes in parts of a size', async () => {
    const users = Array.from({ length: importLimits.batch + 1 }, () => office.person())
    expect((await office.send(office.admin, 'POST', '/api/users/import', { users })).status).toBe(422)
    expect((await office.send(office.admin, 'POST', '/api/users/import', { users: [] })).status).toBe(422)
  })
})

describe('how a file of users is written (ORG-44)', () => {
  const get = async (path: string, who: TestSession = office.admin) => who.request(path)

  it.each(languages)('stands in a PDF in %s', { tags: ['slow'] }, async (language) => {
    const answer = await get(`/api/users/import/guide.pdf?language=${language}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-')
    expect(bytes.byteLength).toBeGreaterThan(5_000)
  })

  it('begins with a template, which is a file without lines', async () => {
    const answer = await get('/api/users/import/template.csv')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const csv = await answer.text()
    expect(csv.replace('\uFEFF', '').trim()).toBe(importColumns.join(';'))
    expect(told(await check(csv))).toEqual([])
  })
})
