import { X509Certificate } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTcpPrinter } from '#api/adapters/printer/tcp-printer.ts'
import { newId } from '#api/db/new-id.ts'
import { printerPorts } from '#domain/document/printer.schema.ts'
import type { PrinterAnswer } from '#sync/calls/document.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { hasOpenssl, makeCertificates } from '#tests/support/certificates.ts'

let api: TestApi
let manager: TestSession
let operator: TestSession
let server: Server
let port: number
let behaviour: 'take' | 'hang up' | 'sleep' = 'take'
const received: string[] = []
const sockets: Socket[] = []

/** A printer on one of the ports that printers have; another process may hold some of them. */
async function listen(): Promise<number> {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    if (behaviour === 'hang up') return void socket.once('data', () => socket.resetAndDestroy())
    if (behaviour === 'sleep') return void socket.pause()
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('end', () => {
      received.push(text)
      socket.end()
    })
  })
  return listenAt(server)
}

async function listenAt(listening: Server): Promise<number> {
  for (const candidate of printerPorts) {
    const isFree = await new Promise<boolean>((done) => {
      listening.once('error', () => done(false))
      listening.listen(candidate, '127.0.0.1', () => done(true))
    })
    if (isFree) return candidate
  }
  throw new Error('every port of printers is taken')
}

beforeAll(async () => {
  port = await listen()
  // The limits are short; the address is the test's own machine, which the product itself never calls.
  api = await createTestApi({ printer: createTcpPrinter({ allowedHosts: ['127.0.0.1'], idleMs: 500, totalMs: 2000 }) })
  manager = await api.signIn('warehouse_manager')
  operator = await api.signIn('warehouse_operator')
})
afterAll(async () => {
  await api.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((closed) => server.close(closed))
})

const values = (change: object = {}) => ({
  organizationId: api.accounts.retailer.warehouseId,
  name: `Zebra ${newId()}`,
  host: '127.0.0.1',
  port,
  media: '100x150',
  dotsPerMm: 8,
  active: true,
  ...change,
})
const create = (session: TestSession, change: object = {}) =>
  session.request('/api/printers', { method: 'POST', json: values(change) })
const add = async (change: object = {}) => (await (await create(manager, change)).json()) as PrinterAnswer
const print = (session: TestSession, id: string, json: object = { kind: 'test_label' }) =>
  session.request(`/api/printers/${id}/print`, { method: 'POST', json })

describe('printers of a place', () => {
  it('are kept by who manages stocks, and listed for who works there', async () => {
    const made = await add({ name: 'By the dock', host: 'Zebra-1.Workshop.Example' })
    expect(made).toMatchObject({
      name: 'By the dock',
      host: 'zebra-1.workshop.example',
      organizationName: 'Workshop',
      encrypted: false,
      fingerprint: '',
      tested: null,
    })
    const path = `/api/printers/${made.id}`
    const changed = await manager.request(path, { method: 'PATCH', json: { active: false, media: '50x30' } })
    expect(await changed.json()).toMatchObject({ active: false, media: '50x30', name: 'By the dock', version: 2 })
    const seen = async (session: TestSession) =>
      ((await (await session.request('/api/printers')).json()) as { 'hydra:member': PrinterAnswer[] })['hydra:member']
    expect((await seen(operator)).map(({ id }) => id)).toContain(made.id)
    expect(await seen(await api.signIn('store_seller'))).toEqual([])
    expect((await seen(await api.signIn('admin'))).map(({ id }) => id)).toContain(made.id)
    expect((await operator.request(path, { method: 'PATCH', json: { active: true } })).status).toBe(403)
    expect((await operator.request(path, { method: 'DELETE' })).status).toBe(403)
    expect((await manager.request(path, { method: 'DELETE' })).status).toBe(204)
    expect((await manager.request(path, { method: 'DELETE' })).status).toBe(404)
  })

  it('are not kept at this machine, however its address is written, unless the installation allows it', async () => {
    const made = await add()
    for (const host of ['localhost', '::1', '0.0.0.0', '2130706433', '0x7f000001', '127.1', '::ffff:127.0.0.1']) {
      const refused = await create(manager, { host })
      expect([host, refused.status, await refused.json()]).toMatchObject([
        host,
        422,
        { code: 'PRINTER_HOST_NOT_ALLOWED', field: 'host' },
      ])
      const changed = await manager.request(`/api/printers/${made.id}`, { method: 'PATCH', json: { host } })
      expect([host, changed.status]).toEqual([host, 422])
    }
  })

  it('are not changed over what another user has changed since they were read', async () => {
    const { id, version } = await add()
    const patch = (json: object) =>
      manager.request(`/api/printers/${id}`, { method: 'PATCH', json, headers: { 'if-match': `"${version}"` } })
    expect((await patch({ dotsPerMm: 12 })).status).toBe(200)
    const late = await patch({ active: false })
    expect([late.status, await late.json()]).toMatchObject([
      412,
      { code: 'REQUEST_VERSION_CONFLICT', details: { version: version + 1 } },
    ])
    const { 'hydra:member': listed } = (await (await manager.request('/api/printers')).json()) as {
      'hydra:member': readonly PrinterAnswer[]
    }
    expect(listed.find((one) => one.id === id)).toMatchObject({ dotsPerMm: 12, active: true })
  })

  it('are not deleted unseen where another user has changed them since they were read', async () => {
    const { id, version } = await add()
    const path = `/api/printers/${id}`
    const remove = (seen: number) => manager.request(path, { method: 'DELETE', headers: { 'if-match': `"${seen}"` } })
    await manager.request(path, { method: 'PATCH', json: { dotsPerMm: 12 } })
    const late = await remove(version)
    expect([late.status, await late.json()]).toMatchObject([
      412,
      { code: 'REQUEST_VERSION_CONFLICT', details: { version: version + 1 } },
    ])
    expect((await remove(version + 1)).status).toBe(204)
  })

  it('are listed by pages, in the order asked for', async () => {
    for (const name of ['Page B', 'Page c', 'Page A']) await add({ name })
    const at = async (query: string) =>
      (await (await operator.request(`/api/printers?${query}`)).json()) as {
        'hydra:member': PrinterAnswer[]
        'hydra:totalItems'?: number
      }
    const all = (await at('pagination=false&order[name]=desc'))['hydra:member'].map(({ name }) => name)
    expect(all.filter((name) => name.startsWith('Page'))).toEqual(['Page c', 'Page B', 'Page A'])
    const second = await at('itemsPerPage=2&page=2&order[name]=desc')
    expect(second['hydra:member'].map(({ name }) => name)).toEqual(all.slice(2, 4))
    expect(second['hydra:totalItems']).toBe(all.length)
    expect(await at('partial=true')).not.toHaveProperty(['hydra:totalItems'])
  })

  it('of another place are nobody else’s', async () => {
    const admin = await api.signIn('admin')
    const { otherWarehouseId } = api.accounts.retailer
    const foreign = (await (await create(admin, { organizationId: otherWarehouseId })).json()) as PrinterAnswer
    expect(
      (await manager.request(`/api/printers/${foreign.id}`, { method: 'PATCH', json: { active: false } })).status,
    ).toBe(404)
    expect((await print(operator, foreign.id)).status).toBe(404)
    expect((await create(manager, { organizationId: otherWarehouseId })).status).toBe(422)
    expect((await print(await api.signIn('admin@other.example'), foreign.id)).status).toBe(404)
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ host: 'http://10.0.0.9' }, 'host'],
    [{ host: '10.0.0.9/status' }, 'host'],
    [{ host: 'user@10.0.0.9' }, 'host'],
    [{ host: '' }, 'host'],
    [{ port: 80 }, 'port'],
    [{ port: 5432 }, 'port'],
    [{ port: 9110 }, 'port'],
    [{ media: 'a4' }, 'media'],
    [{ dotsPerMm: 9 }, 'dotsPerMm'],
    [{ encrypted: true, fingerprint: 'AB:CD' }, 'fingerprint'],
    [{ encrypted: true, fingerprint: 'G'.repeat(64) }, 'fingerprint'],
  ])('with %j are refused for their %s', async (change, field) => {
    const answer = await create(manager, change)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'REQUEST_INVALID', field })
  })

  it('have names of their own, in any case of letters', async () => {
    await add({ name: 'Twin' })
    expect(await (await create(manager, { name: 'TWIN' })).json()).toMatchObject({ code: 'PRINTER_NAME_TAKEN' })
  })

  it('have names of their own, also where several are named at once', async () => {
    const name = `Twin ${newId()}`
    const outcomes = async (answers: readonly Promise<Response>[]) => {
      const found = (await Promise.all(answers)).map(async (answer) =>
        answer.status === 200 ? '200' : `${answer.status} ${((await answer.json()) as { code: string }).code}`,
      )
      return (await Promise.all(found)).toSorted()
    }
    const one = ['200', ...Array<string>(11).fill('409 PRINTER_NAME_TAKEN')]
    expect(await outcomes(Array.from({ length: 12 }, () => create(manager, { name })))).toEqual(one)
    const others = []
    for (let count = 0; count < 12; count++) others.push(await add())
    const renamed = others.map(({ id }) =>
      manager.request(`/api/printers/${id}`, { method: 'PATCH', json: { name: `${name} of all` } }),
    )
    expect(await outcomes(renamed)).toEqual(one)
  })
})

describe('printing', () => {
  it('sends the label as often as asked', async () => {
    behaviour = 'take'
    const { id } = await add({ name: 'Dock-1' })
    received.length = 0
    expect((await print(operator, id, { kind: 'test_label', copies: 3 })).status).toBe(204)
    expect(received).toHaveLength(1)
    expect(received[0]!.match(/\^XA/g)).toHaveLength(3)
    expect(received[0]).toContain('Dock-1')
    expect((await print(operator, id, { kind: 'test_label', copies: 11 })).status).toBe(422)
    expect((await print(operator, id, { kind: 'item_label', documentId: newId() })).status).toBe(404)
    expect((await print(operator, id, { kind: 'item_label' })).status).toBe(422)
    // No content of the caller's own.
    expect((await print(operator, id, { kind: 'test_label', data: '~JA' })).status).toBe(400)
    expect(received).toHaveLength(1)
  })

  it.each([
    ['hang up' as const, 'PRINTER_CUT'],
    ['sleep' as const, 'PRINTER_TIMEOUT'],
  ])('on a printer that would %s is told so, and prints again later', { tags: ['slow'] }, async (how, code) => {
    const { id } = await add()
    behaviour = how
    const answer = await print(operator, id, { kind: 'test_label', copies: 10 })
    behaviour = 'take'
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code })
    expect((await print(operator, id)).status).toBe(204)
  })

  it('names what is wrong with the printer', async () => {
    const refused = printerPorts.find((one) => one !== port)!
    const closed = await add({ port: refused })
    expect((await print(operator, closed.id)).status).toBe(409)
    const nameless = await add({ host: 'no-such-printer.invalid' })
    expect(await (await print(operator, nameless.id)).json()).toMatchObject({
      code: 'PRINTER_HOST_UNKNOWN',
      details: { printer: nameless.name },
    })
    const off = await add({ active: false })
    expect(await (await print(operator, off.id)).json()).toMatchObject({ code: 'PRINTER_INACTIVE' })
    const small = await add({ media: '50x30' })
    expect(
      await (await print(operator, small.id, { kind: 'package_label', documentId: newId() })).json(),
    ).toMatchObject({
      code: 'DOCUMENT_MEDIA_UNFIT',
    })
    expect((await print(operator, newId())).status).toBe(404)
  })

  it('says nothing of another address or another certificate that the printer is given during the test', async () => {
    const changes = [
      {},
      { name: 'Other name' },
      { host: '192.0.2.8' },
      { port: 9101 },
      { encrypted: false },
      { fingerprint: 'B2'.repeat(32) },
    ]
    const tested: unknown[] = []
    for (const change of changes) {
      const start = { host: '192.0.2.7', port: 9100, encrypted: true, fingerprint: 'A1'.repeat(32) }
      const { id } = await add(start)
      const shared = await createTestApi({
        share: api,
        printer: {
          demandsTls: false,
          mayKeep: () => true,
          async send(_target, _data, sees) {
            const moved = await manager.request(`/api/printers/${id}`, { method: 'PATCH', json: change })
            expect(moved.status).toBe(200)
            sees?.('C3'.repeat(32))
            return { ok: false, error: 'PRINTER_CERTIFICATE_UNTRUSTED' }
          },
        },
      })
      expect((await print(await shared.signIn('warehouse_operator'), id)).status).toBe(409)
      const { 'hydra:member': listed } = (await (await manager.request('/api/printers?pagination=false')).json()) as {
        'hydra:member': readonly PrinterAnswer[]
      }
      tested.push([change, listed.find((one) => one.id === id)?.tested ?? null])
      await shared.close()
    }
    const noted = expect.objectContaining({ fault: 'PRINTER_CERTIFICATE_UNTRUSTED', certificate: 'C3'.repeat(32) })
    expect(tested).toEqual(changes.map((change, place) => [change, place < 2 ? noted : null]))
  })

  it('goes to no printer without TLS, and none is kept, where the installation demands it', async () => {
    const before = await add()
    const strict = await createTestApi({
      share: api,
      printer: createTcpPrinter({ allowedHosts: ['127.0.0.1'], demandsTls: true, idleMs: 500, totalMs: 2000 }),
    })
    const [strictManager, strictOperator] = [
      await strict.signIn('warehouse_manager'),
      await strict.signIn('warehouse_operator'),
    ]
    const printed = received.length
    const required = { code: 'PRINTER_ENCRYPTION_REQUIRED' }
    expect(await (await print(strictOperator, before.id)).json()).toMatchObject(required)
    expect(received).toHaveLength(printed)
    const made = await create(strictManager)
    expect([made.status, await made.json()]).toMatchObject([422, { ...required, field: 'encrypted' }])
    const changeTo = async (id: string, json: object) => {
      const answer = await strictManager.request(`/api/printers/${id}`, { method: 'PATCH', json })
      return [answer.status, ((await answer.json()) as { code?: string }).code]
    }
    const byTls = (await (await create(strictManager, { encrypted: true })).json()) as PrinterAnswer
    expect(await changeTo(byTls.id, { encrypted: false })).toEqual([422, required.code])
    // One from before is put out of use, or encrypted.
    expect(await changeTo(before.id, { name: `Old ${newId()}` })).toEqual([422, required.code])
    expect(await changeTo(before.id, { active: false })).toEqual([200, undefined])
    expect(await changeTo(before.id, { active: true })).toEqual([422, required.code])
    expect(await changeTo(before.id, { active: true, encrypted: true })).toEqual([200, undefined])
    await strict.close()
  })

  it('never calls this machine in the product itself', async () => {
    const shared = await createTestApi({ share: api })
    const { id } = await add()
    const before = received.length
    const session = await shared.signIn('warehouse_operator')
    expect(await (await print(session, id)).json()).toMatchObject({ code: 'PRINTER_HOST_NOT_ALLOWED' })
    expect(received).toHaveLength(before)
    await shared.close()
  })
})

// OpenSSL and Bash make the certificate.
describe.runIf(hasOpenssl)('a printer by TLS', { timeout: 120_000, tags: ['slow'] }, () => {
  it('is tested, shows its certificate, and prints once that is accepted; a test is no change of it', async () => {
    const certificates = makeCertificates()
    const pem = certificates.pem('api/server.pem')
    const shown = new X509Certificate(pem).fingerprint256
    const got: string[] = []
    const printer = createTlsServer({ cert: pem, key: pem }, (socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      let text = ''
      socket.setEncoding('utf8')
      socket.on('data', (chunk) => (text += String(chunk)))
      socket.on('end', () => {
        if (text !== '') got.push(text)
        socket.end()
      })
    })
    printer.on('tlsClientError', () => undefined)
    // An encrypted connection takes longer than the short limits of the other tests on a machine under load.
    const patient = await createTestApi({ share: api, printer: createTcpPrinter({ allowedHosts: ['127.0.0.1'] }) })
    const printing = await patient.signIn('warehouse_operator')
    try {
      const made = await add({ encrypted: true, port: await listenAt(printer) })
      const path = `/api/printers/${made.id}`
      const read = async () => {
        const answer = await manager.request('/api/printers?pagination=false')
        const listed = (await answer.json()) as { 'hydra:member': readonly PrinterAnswer[] }
        return listed['hydra:member'].find(({ id }) => id === made.id)!
      }
      const refused = await print(printing, made.id)
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'PRINTER_CERTIFICATE_UNTRUSTED' }])
      const certificate = shown.replaceAll(':', '')
      const before = await read()
      expect(before).toMatchObject({
        version: made.version,
        tested: { fault: 'PRINTER_CERTIFICATE_UNTRUSTED', certificate },
      })
      const patch = { method: 'PATCH', headers: { 'if-match': `"${made.version}"` } }
      const believed = await manager.request(path, { ...patch, json: { fingerprint: shown.toLowerCase() } })
      expect([believed.status, await believed.json()]).toMatchObject([200, { fingerprint: certificate, tested: null }])
      expect(got).toEqual([])
      expect((await print(printing, made.id)).status).toBe(204)
      expect(got).toEqual([expect.stringContaining('^XA')])
      expect(await read()).toMatchObject({ version: made.version + 1, tested: { fault: null, certificate } })
      // Another name changes nothing of what the test has shown; another port does.
      const changed = async (json: object) => {
        await manager.request(path, { method: 'PATCH', json })
        return (await read()).tested
      }
      expect(await changed({ name: `Zebra ${newId()}` })).not.toBeNull()
      expect(await changed({ port })).toBeNull()
      // A printer without TLS is not printed to in clear where TLS is asked for.
      const heard = received.length
      expect(await (await print(printing, made.id)).json()).toMatchObject({ code: 'PRINTER_TIMEOUT' })
      expect(received.slice(heard).join('')).not.toContain('^XA')
    } finally {
      await patient.close()
      for (const socket of sockets.splice(0)) socket.destroy()
      await new Promise((closed) => printer.close(closed))
      certificates.remove()
    }
  })
})
