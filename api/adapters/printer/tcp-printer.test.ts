import { X509Certificate } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isOwnAddress, isPrinterAddress, mayBePrinter } from '#api/adapters/outbound/printer-address.ts'
import { hasOpenssl, makeCertificates, type TestCertificates } from '#tests/support/certificates.ts'
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

/** As printers listen that speak no TLS. */
const plain = { encrypted: false, fingerprint: '' }
const open = { allowedHosts: ['127.0.0.1'] }
const label = `^XA^FD${'x'.repeat(4000)}^XZ`
const big = 'x'.repeat(30_000_000)

describe('a label printer', () => {
  it('gets every byte, whatever it answers while they are sent', async () => {
    const received: Buffer[] = []
    const port = await printer((socket) => {
      socket.write('~HS status '.repeat(1000))
      socket.on('data', (chunk: Buffer) => received.push(chunk))
      socket.on('end', () => socket.end())
    })
    const sent = await createTcpPrinter(open).send({ host: '127.0.0.1', port, ...plain }, label)
    expect(sent).toEqual({ ok: true, value: true })
    expect(Buffer.concat(received).toString()).toBe(label)
  })

  it('that nobody switched on is refused', async () => {
    const port = await printer(() => undefined)
    await new Promise((closed) => servers.splice(0)[0]!.close(closed))
    expect(await createTcpPrinter(open).send({ host: '127.0.0.1', port, ...plain }, label)).toEqual({
      ok: false,
      error: 'PRINTER_REFUSED',
    })
  })

  it('that takes nothing runs into the time limit', { tags: ['slow'] }, async () => {
    const port = await printer((socket) => socket.pause())
    const started = Date.now()
    const sent = await createTcpPrinter({ ...open, idleMs: 300 }).send({ host: '127.0.0.1', port, ...plain }, big)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_TIMEOUT' })
    expect(Date.now() - started).toBeLessThan(5000)
  })

  it('that takes bytes for ever runs into the limit of the whole', { tags: ['slow'] }, async () => {
    const port = await printer((socket) => {
      socket.pause()
      const timer = setInterval(() => socket.read(1000), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const sent = await createTcpPrinter({ ...open, totalMs: 500 }).send({ host: '127.0.0.1', port, ...plain }, big)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_TIMEOUT' })
  })

  it('that hangs up in the middle has not got the label', async () => {
    const port = await printer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const sent = await createTcpPrinter(open).send({ host: '127.0.0.1', port, ...plain }, big)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_CUT' })
  })

  it('whose name nobody knows is said so', async () => {
    const sent = await createTcpPrinter(open).send({ host: 'no-such-printer.invalid', port: 9100, ...plain }, label)
    expect(sent).toEqual({ ok: false, error: 'PRINTER_HOST_UNKNOWN' })
  })

  it('is never this machine, unless its own rule says so', async () => {
    let heard = false
    const port = await printer(() => (heard = true))
    const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])
    const spelt = ['localhost', '2130706433', '0x7f000001', '127.1', '0', '::ffff:127.0.0.1', 'fe80::1%lo']
    for (const host of ['127.0.0.1', '::1', '169.254.169.254', '0.0.0.0', ...spelt, ...own])
      expect(await createTcpPrinter().send({ host, port, ...plain }, label), host).toEqual({
        ok: false,
        error: 'PRINTER_HOST_NOT_ALLOWED',
      })
    expect(heard).toBe(false)
  })
})

describe('addresses of printers', () => {
  it('are none of this machine, however they are written', () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    expect(own).not.toEqual([])
    for (const { address, family } of own) {
      const bare = address.replace(/%.*/, '')
      const long = bare.replace('::', `:${'0:'.repeat(9 - bare.split(':').length)}`).replace(/^:/, '0:')
      const spelt = family === 'IPv4' ? [`::ffff:${address}`] : [bare, `${bare}%eth9`, bare.toUpperCase(), long]
      for (const each of [address, ...spelt]) expect([each, isOwnAddress(each)]).toEqual([each, true])
    }
    for (const other of ['192.0.2.77', '2001:db8::77', '::ffff:192.0.2.77'])
      expect([other, isOwnAddress(other)]).toEqual([other, false])
  })

  const kept = (host: string, allowedHosts: readonly string[] = []) =>
    createTcpPrinter({ allowedHosts }).mayKeep({ host, port: 9100 })

  it('are not kept where they are this machine in any spelling, unless the installation says so', () => {
    const spelt = ['2130706433', '0x7f000001', '0x7f.1', '127.1', '017700000001', '127.0.0.1.', '0', '0.0.0.0']
    for (const host of ['localhost', 'printer.localhost', 'localhost.localdomain', '127.0.0.1', ...spelt])
      expect(kept(host), host).toBe(false)
    for (const host of ['::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::', 'fe80::1'])
      expect(kept(host), host).toBe(false)
    expect(kept('localhost', ['localhost:9100'])).toBe(true)
    expect(kept('localhost', ['localhost:9101'])).toBe(false)
    expect(kept('::1', ['[::1]:9100'])).toBe(true)
    for (const host of ['zebra-1', 'zebra-1.workshop.example', '192.168.1.50', 'fd12:3456::9', '3232235826'])
      expect(mayBePrinter(host), host).toBe(true)
  })

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
    for (const address of [
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '::ffff:0:7f00:1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
      'fe80::1%eth0',
    ])
      expect(isPrinterAddress(address), address).toBe(false)
  })
})

// OpenSSL and Bash make the certificates.
describe.runIf(hasOpenssl)('a label printer that is spoken to by TLS', () => {
  let certificates: TestCertificates
  const usual = getCACertificates('default')
  const allowed = { allowedHosts: ['127.0.0.1', 'localhost'], connectMs: 15_000 }
  const byTls = { encrypted: true, fingerprint: '' }
  beforeAll(() => {
    certificates = makeCertificates()
  }, 60_000)
  afterEach(() => setDefaultCACertificates(usual))
  afterAll(() => certificates.remove())

  async function tlsPrinter(received: Buffer[]): Promise<number> {
    const pem = certificates.pem('api/server.pem')
    const server = createTlsServer({ cert: pem, key: pem }, (socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.on('data', (chunk: Buffer) => received.push(chunk))
      socket.on('end', () => socket.end())
    })
    server.on('tlsClientError', () => undefined)
    servers.push(server)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return (server.address() as AddressInfo).port
  }
  const ownFingerprint = () =>
    new X509Certificate(certificates.pem('api/server.pem')).fingerprint256.replaceAll(':', '')
  const untrusted = { ok: false, error: 'PRINTER_CERTIFICATE_UNTRUSTED' }

  it('gets the label once an authority that is known has signed for its name, and no byte before', async () => {
    const received: Buffer[] = []
    const port = await tlsPrinter(received)
    const shown: string[] = []
    const send = (host: string) =>
      createTcpPrinter(allowed).send({ host, port, ...byTls }, label, (certificate) => void shown.push(certificate))
    expect(await send('localhost')).toEqual(untrusted)
    expect(shown).toEqual([ownFingerprint()])
    setDefaultCACertificates([...usual, certificates.authority.pem])
    // Signed, but for another name than the one that was given.
    expect(await send('127.0.0.1')).toEqual(untrusted)
    expect(received).toEqual([])
    expect(await send('localhost')).toEqual({ ok: true, value: true })
    expect(Buffer.concat(received).toString()).toBe(label)
  })

  it('gets it by the fingerprint that was given, signed by whatever hand, and another certificate gets nothing', async () => {
    const received: Buffer[] = []
    const port = await tlsPrinter(received)
    const send = (fingerprint: string) =>
      createTcpPrinter(allowed).send({ host: '127.0.0.1', port, encrypted: true, fingerprint }, label)
    setDefaultCACertificates([...usual, certificates.authority.pem])
    expect(await send('0'.repeat(64))).toEqual(untrusted)
    expect(received).toEqual([])
    setDefaultCACertificates(usual)
    expect(await send(ownFingerprint())).toEqual({ ok: true, value: true })
    expect(Buffer.concat(received).toString()).toBe(label)
  })

  it('that speaks no TLS gets nothing of the label, and is said so', async () => {
    const received: Buffer[] = []
    const answers = await printer((socket) => {
      socket.on('data', (chunk: Buffer) => received.push(chunk))
      socket.write('~HS status')
    })
    const hangsUp = await printer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    // One byte, with which printers say that they are ready, is too little to be judged before the limit.
    const ready = await printer((socket) => {
      socket.on('data', (chunk: Buffer) => received.push(chunk))
      socket.write('\u0011')
    })
    const send = (port: number) =>
      createTcpPrinter({ ...allowed, greetMs: 3000 }).send({ host: '127.0.0.1', port, ...byTls }, label)
    expect(await Promise.all([answers, hangsUp, ready].map(send))).toEqual(
      Array.from({ length: 3 }, () => ({ ok: false, error: 'PRINTER_NOT_ENCRYPTED' })),
    )
    expect(Buffer.concat(received).toString('latin1')).not.toContain('^XA')
  })

  it('that says nothing at all is said to be late, and one that nobody switched on is refused', async () => {
    const silent = await printer((socket) => socket.resume())
    const send = (port: number) =>
      createTcpPrinter({ ...allowed, greetMs: 500 }).send({ host: '127.0.0.1', port, ...byTls }, label)
    expect(await send(silent)).toEqual({ ok: false, error: 'PRINTER_TIMEOUT' })
    const off = await printer(() => undefined)
    await new Promise((closed) => servers.pop()!.close(closed))
    expect(await send(off)).toEqual({ ok: false, error: 'PRINTER_REFUSED' })
  })

  it('gets the label though its greeting takes longer than a connection may', { tags: ['slow'] }, async () => {
    const received: Buffer[] = []
    const behind = await tlsPrinter(received)
    const port = await printer((socket) => {
      const wait = setTimeout(() => {
        const onward = connect(behind, '127.0.0.1')
        sockets.push(onward)
        onward.on('error', () => undefined)
        socket.pipe(onward).pipe(socket)
      }, 3000)
      socket.on('close', () => clearTimeout(wait))
    })
    const sent = await createTcpPrinter({ ...allowed, connectMs: 2500, greetMs: 15_000 }).send(
      { host: '127.0.0.1', port, encrypted: true, fingerprint: ownFingerprint() },
      label,
    )
    expect(sent).toEqual({ ok: true, value: true })
    expect(Buffer.concat(received).toString()).toBe(label)
  })
})
