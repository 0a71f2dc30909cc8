import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isPrinterAddress } from './printer-address.ts'
import { createTcpPrinter } from './tcp-printer.ts'

const servers: Server[] = []
const sockets: Socket[] = []

async function printer(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((closed) => server.close(closed))))
})

const open = { isAllowed: () => true }
const label = `^XA^FD${'x'.repeat(4000)}^XZ`
const big = 'x'.repeat(30_000_000)

describe('a label printer', () => {
  it('gets every byte, whatever it answers meanwhile', async () => {
    const received: Buffer[] = []
    const port = await printer((socket) => {
      socket.write('~HS status '.repeat(1000))
      socket.on('data', (chunk: Buffer) => received.push(chunk))
      socket.on('end', () => socket.end())
    })
    const sent = await createTcpPrinter(open).send({ host: '127.0.0.1', port }, label)
    expect(sent).toEqual({ ok: true, value: true })
    expect(Buffer.concat(received).toString()).toBe(label)
  })

  it('that nobody switched on is refused', async () => {
    const port = await printer(() => undefined)
    await new Promise((closed) => servers.splice(0)[0]!.close(closed))
    expect(await createTcpPrinter(open).send({ host: '127.0.0.1', port }, label)).toEqual({
      ok: false,
      error: 'PRINTER_REFUSED',
    })
  })

  it('that takes nothing runs into the time limit', { tags: ['slow'] }, async () => {
    const port = await printer((socket) => socket.pause())
    const started = Date.now()
    const sent = await createTcpPrinter({ ...open, idleMs: 300 }).send({ host: '127.0.0.1', port }, big)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_TIMEOUT' })
    expect(Date.now() - started).toBeLessThan(5000)
  })

  it('that takes bytes for ever runs into the limit of the whole', { tags: ['slow'] }, async () => {
    const port = await printer((socket) => {
      socket.pause()
      const timer = setInterval(() => socket.read(1000), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const sent = await createTcpPrinter({ ...open, totalMs: 500 }).send({ host: '127.0.0.1', port }, big)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_TIMEOUT' })
  })

  it('that hangs up in the middle has not got the label', async () => {
    const port = await printer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const sent = await createTcpPrinter(open).send({ host: '127.0.0.1', port }, big)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_CUT' })
  })

  it('whose name nobody knows is said so', async () => {
    const sent = await createTcpPrinter(open).send({ host: 'no-such-printer.invalid', port: 9100 }, label)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_HOST_UNKNOWN' })
  })

  it('is never this machine, unless its own rule says so', async () => {
    let heard = false
    const port = await printer(() => (heard = true))
    for (const host of ['127.0.0.1', 'localhost', '::1', '169.254.169.254', '0.0.0.0', '::ffff:127.0.0.1'])
      expect(await createTcpPrinter().send({ host, port }, label), host).toEqual({
        ok: false,
        error: 'PRINTER_HOST_NOT_ALLOWED',
      })
    expect(heard).toBe(false)
  })
})

describe('addresses of printers', () => {
  it.each(['10.0.0.9', '192.168.1.50', '172.16.4.2', 'fd12:3456::9', '203.0.113.7'])('may be %s', (address) => {
    expect(isPrinterAddress(address)).toBe(true)
  })
  it.each([
    '127.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
  ])('may not be %s', (address) => {
    expect(isPrinterAddress(address)).toBe(false)
  })
  it('may not hide an address of this machine in one of another form', () => {
    for (const address of ['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::'])
      expect(isPrinterAddress(address), address).toBe(false)
  })
})
