// @module-tag slow
import { openXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRelayFile, relayColumns } from '#domain/circuit/relay-file.ts'
import { relayLimits } from '#domain/circuit/relay-points.ts'
import { deliveryColumns, deliveryFileLimits, readDeliveryCsv } from '#domain/delivery/delivery-csv.ts'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import { importColumns, importLimits } from '#domain/organization/user-import.ts'
import type { CheckedUserFile } from '#sync/calls/user-import.ts'
import {
  deliveryWorkbookTemplateCall,
  readDeliveryWorkbookCall,
  readRelayWorkbookCall,
  readUserWorkbookCall,
  relayWorkbookTemplateCall,
  userWorkbookTemplateCall,
} from '#sync/calls/list-workbook.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { hasOfficeSuite, savedByOfficeSuite } from '#tests/support/office-suite.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'
import { workbook, zipOf } from '#tests/support/zip-file.ts'

let api: TestApi
let admin: TestSession
beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

type Cell = string | number | boolean | Date | null
type Rows = readonly (readonly Cell[])[]
const bookOf = async (sheets: Readonly<Record<string, Rows>>) =>
  new Uint8Array(
    await writeXlsx({
      sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
    }),
  )
const send = async (path: string, file: Uint8Array<ArrayBuffer>, who = admin) =>
  outcomeOf(await who.request(path, { method: 'POST', body: file, headers: { 'content-type': workbookType } }))
const textOf = async (path: string, file: Uint8Array<ArrayBuffer>) => {
  const { status, body } = await send(path, file)
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['csv'])
}
const users: Rows = [
  ['email', 'firstname', 'lastname', 'forceSso', 'timRole', 'timEntity'],
  ['nadia@file.example', 'Nadia', 'Benali', false, 'store_seller', 'North store'],
  ['marie@file.example', 'Marie;\nAnne', "D'Or", 'no', 'store_seller', 'North store'],
]
const events: Rows = [
  ['trackingNumber', 'at', 'status', 'place'],
  ['00042563008123', '2026-10-31T14:05:00+01:00', 'DELIVERY_DELAYED', 'Lyon'],
]
const points: Rows = [
  ['reference', 'name', 'zipCode', 'city', 'country', 'latitude', 'longitude'],
  ['007', 'Tabac "du Lion"', '01000', 'Bourg', 'FR', 46.2057, -5.25],
]
const lists = {
  users: {
    read: readUserWorkbookCall,
    template: userWorkbookTemplateCall,
    rows: users,
    columns: importColumns,
    most: importLimits.lines,
  },
  events: {
    read: readDeliveryWorkbookCall,
    template: deliveryWorkbookTemplateCall,
    rows: events,
    columns: deliveryColumns,
    most: deliveryFileLimits.lines,
  },
  points: {
    read: readRelayWorkbookCall,
    template: relayWorkbookTemplateCall,
    rows: points,
    columns: relayColumns,
    most: relayLimits.lines,
  },
} as const
const kinds = Object.keys(lists) as readonly (keyof typeof lists)[]

const checkUsers = async (csv: string) => {
  const response = await admin.request('/api/users/import/check', { method: 'POST', json: { csv } })
  expect(response.status).toBe(200)
  return ((await response.json()) as CheckedUserFile).lines
}
const readEvents = (csv: string) => readDeliveryCsv(csv, 'Europe/Paris')
/** What the import of each list reads from a text. */
const readings: Readonly<Record<keyof typeof lists, (csv: string) => unknown>> = {
  users: async (csv) => (await checkUsers(csv)).map(({ line, user }) => [line, user]),
  events: readEvents,
  points: readRelayFile,
}

describe('a list as a workbook', () => {
  it('of users is read as the same file as text is', async () => {
    const lines = await checkUsers(await textOf(readUserWorkbookCall.path, await bookOf({ Users: users })))
    expect(lines.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, 'nadia@file.example', 'Nadia', 'Benali', 'false', 'store_seller', 'North store'],
      [3, 'marie@file.example', 'Marie; Anne', "D'Or", 'no', 'store_seller', 'North store'],
    ])
    expect(lines.map(({ state }) => state)).toEqual(['ready', 'ready'])
  })

  it('of events keeps tracking numbers whole', async () => {
    const read = readEvents(await textOf(readDeliveryWorkbookCall.path, await bookOf({ Events: events })))
    expect(read).toMatchObject([
      { ok: true, value: { line: 2, trackingNumber: '00042563008123', status: 'DELIVERY_DELAYED', place: 'Lyon' } },
    ])
  })

  it('of events takes a cell that is a date by the clocks of the account', async () => {
    const at = new Date('2026-10-31T14:05:00Z')
    const sent = await bookOf({ Events: [events[0]!, ['A-1', at, 'DELIVERY_DELAYED', 'Lyon']] })
    expect(readEvents(await textOf(readDeliveryWorkbookCall.path, sent))).toMatchObject([
      { ok: true, value: { at: new Date('2026-10-31T13:05:00Z') } },
    ])
  })

  it('of points keeps references and postal codes whole, and reads coordinates as numbers', async () => {
    const read = readRelayFile(await textOf(readRelayWorkbookCall.path, await bookOf({ Points: points })))
    expect(read).toMatchObject({
      state: 'read',
      points: [{ reference: '007', name: 'Tabac "du Lion"', zipCode: '01000', latitude: 46.2057, longitude: -5.25 }],
    })
  })

  it('refuses the line whose code is a number of more digits than a spreadsheet keeps, and says so', async () => {
    const long = 12_345_678_901_234_568
    const sent = await bookOf({ Events: [...events, [long, ...events[1]!.slice(1)]] })
    expect(readEvents(await textOf(readDeliveryWorkbookCall.path, sent))).toMatchObject([
      { ok: true },
      { ok: false, line: 3, fault: 'number_mangled' },
    ])
    const kept = await bookOf({ Points: [...points, [long, ...points[1]!.slice(1)]] })
    expect(readRelayFile(await textOf(readRelayWorkbookCall.path, kept))).toEqual({
      state: 'faulty',
      lines: [{ line: 3, fault: 'number_mangled' }],
    })
  })

  it.each(kinds)(
    'of %s is read from its head on, in the one sheet that has it, by the numbers of its rows',
    async (kind) => {
      const { read, rows } = lists[kind]
      const titled = await bookOf({
        Notes: [['Ask Marie']],
        List: [['Our list'], [], ...rows.slice(0, 1), [], ...rows.slice(1)],
      })
      const csv = await textOf(read.path, titled)
      const plain = await textOf(read.path, await bookOf({ List: rows }))
      const [head, ...lines] = plain.split('\n')
      expect(csv.split('\n')).toEqual(['', '', head, '', ...lines])
      const twice = await send(read.path, await bookOf({ A: rows, B: rows }))
      expect(twice.body).toMatchObject({ code: 'IMPORT_WORKBOOK_SHEETS', details: { sheets: ['A', 'B'] } })
    },
  )

  it('refuses the line whose cells are merged, and no other', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const row = (...texts: readonly string[]) => `<row>${texts.map(cell).join('')}</row>`
    const rows = [
      row('reference', 'name', 'zipCode', 'city', 'country'),
      row('P1', 'Kiosque', '75011', 'Paris', 'FR'),
      row('P2', 'Kiosque', '75011', 'Paris', 'FR'),
    ]
    const behind = '<mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells>'
    const file = workbook({ Points: rows.join('') }, { behind })
    const read = readRelayFile(await textOf(readRelayWorkbookCall.path, file))
    expect(read).toEqual({ state: 'faulty', lines: [{ line: 3, fault: 'columns' }] })
  })

  it.each(kinds)('of %s may have as many lines as its import takes, and says how many those are', async (kind) => {
    const { read, rows, most } = lists[kind]
    const [head, line] = [rows[0]!, rows.at(-1)!]
    const lines = (count: number) => [head, ...Array.from({ length: count }, () => line)]
    const { code, body } = await send(read.path, await bookOf({ List: lines(most + 1) }))
    expect([code, body['details']]).toEqual(['IMPORT_TOO_MANY_LINES', { most }])
    expect((await send(read.path, await bookOf({ List: lines(most) }))).status).toBe(200)
  })

  it.each(kinds)('of %s that cannot be read says why, and is for who imports it alone', async (kind) => {
    const { path } = lists[kind].read
    const compound = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)])
    const macros = zipOf({ '[Content_Types].xml': '<x/>', 'xl/vbaProject.bin': 'x' })
    const text = new Uint8Array(Buffer.from('email;firstname'))
    expect((await send(path, compound)).code).toBe('IMPORT_WORKBOOK_OLD')
    expect((await send(path, macros)).code).toBe('IMPORT_WORKBOOK_MACROS')
    expect((await send(path, text)).code).toBe('IMPORT_WORKBOOK_BROKEN')
    expect((await send(path, await bookOf({ A: [] }))).code).toBe('IMPORT_FILE_MISSING')
    expect((await send(path, new Uint8Array(5_000_000))).code).toBe('REQUEST_TOO_LARGE')
    const buyer = await api.signIn('buyer_manager')
    expect((await send(path, await bookOf({ A: lists[kind].rows }), buyer)).status).toBe(403)
  })
})

describe('the template of a list as a workbook', () => {
  it.each(kinds)('of %s has its columns, and a sheet that explains each in the language of who asks', async (kind) => {
    const { template, read, columns } = lists[kind]
    const response = await admin.request(`${template.path}?language=nl-BE`)
    expect(response.headers.get('content-type')).toBe(workbookType)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const book = await openXlsx(bytes)
    expect(book.sheets.map(({ name }) => name)[1]).toBe('Hulp bij de kolommen')
    expect(book.sheets[0]!.rows).toEqual([[...columns]])
    expect(book.sheets[1]!.rows.slice(1).map(([name]) => name)).toEqual([...columns])
    expect((await send(read.path, bytes)).code).toBe('IMPORT_NO_LINES')
  })

  it.each([
    ['admin', ['root_management_unit_manager', 'store_seller', 'buyer_manager', 'warehouse_operator'], 'admin'],
    ['store_manager', ['store_manager', 'store_seller'], 'root_management_unit_manager'],
    ['warehouse_manager', ['warehouse_manager', 'warehouse_operator'], 'store_seller'],
  ] as const)(
    'of users names to a %s of a retailer the roles that can be given there alone',
    async (type, given, not) => {
      const giver = await api.signIn(type)
      const response = await giver.request(`${userWorkbookTemplateCall.path}?language=en-GB`)
      const book = await openXlsx(new Uint8Array(await response.arrayBuffer()))
      const words = book.sheets[1]!.rows.slice(1).map((row) => String(row[2] ?? '').split(', '))
      const named = new Set(words.flat())
      for (const role of given) expect(named).toContain(role)
      expect(named).not.toContain(not)
      expect(named).not.toContain('super_admin')
      const examples = book.sheets[1]!.rows.slice(1).map((row) => row[3])
      expect(examples).not.toContain(not)
    },
  )
})

// LibreOffice is no part of the product: where it is not installed, its round trip is not tried.
describe.skipIf(!hasOfficeSuite)('a list that LibreOffice has opened and saved, where it is installed', () => {
  it.each(kinds)('of %s says the same as before', { timeout: 240_000 }, async (kind) => {
    const { read, rows } = lists[kind]
    const file = await bookOf({ List: rows })
    const before = await readings[kind](await textOf(read.path, file))
    const saved = await savedByOfficeSuite(file, 'xlsx', 'xlsx')
    expect(await readings[kind](await textOf(read.path, saved))).toEqual(before)
    const text = new TextDecoder().decode(await savedByOfficeSuite(file, 'xlsx', 'csv'))
    expect(await readings[kind](text)).toEqual(before)
  })
})
