// @module-tag slow
import { createHash, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import pino from 'pino'
import { Client, type SFTPWrapper } from 'ssh2'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostKeyOf } from '#api/adapters/sftp/host-key.ts'
import type { SftpUser } from '#api/adapters/sftp/serve-files.ts'
import { createSftpServer, type SftpLimits, type SftpServer } from '#api/adapters/sftp/sftp-server.ts'
import type { SharedFolder } from '#api/adapters/sftp/shared-folder.ts'
import { connectSftp } from '#tests/support/sftp-world.ts'

const key = hostKeyOf(Buffer.alloc(32, 3))
const big = randomBytes(5_000_003)
const at = new Date('2026-03-04T05:06:07Z')
const files = new Map([
  ['big.bin', big],
  ['small.txt', Buffer.from('small')],
  ...Array.from({ length: 250 }, (_, index) => [`many-${index}`, Buffer.from('x')] as const),
])
const folder: SharedFolder = {
  name: 'files',
  list: async () => [...files].map(([name, bytes]) => ({ name, sizeBytes: bytes.length, modifiedAt: at })),
  read: async (name) => {
    const bytes = files.get(name)
    return bytes === undefined ? null : { name, sizeBytes: bytes.length, modifiedAt: at, bytes }
  },
}
let holds = true
let running: SftpServer[] = []

afterEach(async () => {
  holds = true
  await Promise.all(running.map((server) => server.close()))
  running = []
})

async function serve(
  limits: Partial<SftpLimits> = {},
): Promise<{ readonly port: number; readonly server: SftpServer }> {
  const user: SftpUser = { accountId: 'one', folders: [folder], holds: async () => holds }
  const server = createSftpServer({
    hostKey: key.privateKey,
    log: pino({ level: 'silent' }),
    signIn: async (name, password) => (name === 'machine' && password === 'secret' ? user : null),
    limits,
  })
  running.push(server)
  return { server, port: await server.listen({ host: '127.0.0.1', port: 0 }) }
}
const open = async (limits: Partial<SftpLimits> = {}) => {
  const { port, server } = await serve(limits)
  return { port, server, client: await connectSftp(port, 'machine', 'secret') }
}
/** A connection without the comforts of a client for files. */
const raw = (port: number): Promise<Client> =>
  new Promise((resolve, reject) => {
    const client = new Client()
    client.once('ready', () => resolve(client.setNoDelay(true))).once('error', reject)
    client.connect({ host: '127.0.0.1', port, username: 'machine', password: 'secret' })
  })
const rawFiles = (client: Client): Promise<SFTPWrapper> =>
  new Promise((resolve, reject) => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))))
const codeOf = (run: (done: (error: unknown) => void) => void): Promise<unknown> =>
  new Promise((resolve) => run((error) => resolve((error as { code?: unknown } | null | undefined)?.code ?? null)))
/** A bare connection, which says nothing of itself. */
const plain = (port: number): Socket =>
  connect(port, '127.0.0.1')
    .resume()
    .on('error', () => undefined)
const closing = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.once('close', () => resolve()))
const ended = (client: Client): Promise<void> => new Promise((resolve) => void client.once('close', () => resolve()))

describe('the SFTP server (CONN-18)', () => {
  it('hands a large file over whole, with size and time as listed', async () => {
    const { client } = await open()
    const got = (await client.get('/files/big.bin')) as Buffer
    expect(createHash('sha256').update(got).digest('hex')).toBe(createHash('sha256').update(big).digest('hex'))
    const listed = await client.list('/files')
    expect(listed).toHaveLength(files.size)
    expect(listed.find(({ name }) => name === 'big.bin')).toMatchObject({
      type: '-',
      size: big.length,
      modifyTime: at.getTime(),
      rights: { user: 'r', group: 'r', other: 'r' },
    })
    expect(await client.stat('/files/big.bin')).toMatchObject({ size: big.length, isFile: true })
    expect(await client.list('/')).toMatchObject([{ type: 'd', name: 'files' }])
    await client.end()
  })

  it('reads part of a file, nothing beyond its end, and closes what was opened', async () => {
    const { port } = await serve()
    const client = await raw(port)
    const sftp = await rawFiles(client)
    const handle = await new Promise<Buffer>((resolve, reject) =>
      sftp.open('/files/small.txt', 'r', (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    const part = await new Promise<string>((resolve, reject) =>
      sftp.read(handle, Buffer.alloc(3), 0, 3, 2, (error, _read, bytes) =>
        error ? reject(error) : resolve(String(bytes)),
      ),
    )
    expect(part).toBe('all')
    const beyond = await new Promise<number>((resolve, reject) =>
      sftp.read(handle, Buffer.alloc(3), 0, 3, 50, (error, read) => (error ? reject(error) : resolve(read))),
    )
    expect(beyond).toBe(0)
    expect(await codeOf((done) => sftp.close(handle, done))).toBeNull()
    expect(await codeOf((done) => sftp.close(handle, done))).toBe(4)
    expect(await codeOf((done) => sftp.read(Buffer.from('none'), Buffer.alloc(3), 0, 3, 0, done))).toBe(4)
    client.end()
  })

  it('refuses every command that writes, and changes nothing', async () => {
    const { port } = await serve()
    const client = await raw(port)
    const sftp = await rawFiles(client)
    const denied = 3
    const tries: readonly ((done: (error: unknown) => void) => void)[] = [
      (done) => sftp.open('/files/new.txt', 'w', done),
      (done) => sftp.open('/files/small.txt', 'a', done),
      (done) => sftp.open('/files/small.txt', 'r+', done),
      (done) => sftp.mkdir('/files/sub', done),
      (done) => sftp.rmdir('/files', done),
      (done) => sftp.unlink('/files/small.txt', done),
      (done) => sftp.rename('/files/small.txt', '/files/else.txt', done),
      (done) => sftp.setstat('/files/small.txt', { mode: 0o777 }, done),
      (done) => sftp.symlink('/files/small.txt', '/files/link', done),
      (done) => sftp.utimes('/files/small.txt', 1, 1, done),
    ]
    for (const attempt of tries) expect(await codeOf(attempt)).toBe(denied)
    expect(files.has('small.txt') && !files.has('new.txt')).toBe(true)
    client.end()
  })

  it('finds nothing beside what it lists, however a path is written', async () => {
    const { port } = await serve()
    const client = await raw(port)
    const sftp = await rawFiles(client)
    const missing = 2
    const tricks = [
      '/etc/passwd',
      '../../etc/passwd',
      '/files/../../etc/passwd',
      '/files/small.txt/x',
      '/files/./..\\small.txt',
    ]
    const odd = ['/files/small.txt\0.csv', '/files/\u{FFFD}', '/FILES/small.txt', '~', `/${'a'.repeat(5_000)}`]
    for (const path of [...tricks, ...odd]) {
      expect(await codeOf((done) => sftp.stat(path, done))).toBe(missing)
      expect(await codeOf((done) => sftp.open(path, 'r', done))).toBe(missing)
      expect(await codeOf((done) => sftp.readdir(path, done))).toBe(missing)
    }
    expect(await codeOf((done) => sftp.open('/files', 'r', done))).toBe(missing)
    expect(await codeOf((done) => sftp.stat('/files/../files//./small.txt', done))).toBeNull()
    client.end()
  })

  it('opens so many files at once and no more', async () => {
    const { port } = await serve()
    const client = await raw(port)
    const sftp = await rawFiles(client)
    const codes = await Promise.all(
      Array.from({ length: 17 }, () => codeOf((done) => sftp.open('/files/small.txt', 'r', done))),
    )
    expect(codes).toEqual([...Array<null>(16).fill(null), 4])
    client.end()
  })

  it('holds so many bytes of open files at once and no more, but a file alone whatever its size', async () => {
    const { port } = await serve({ bytesOfSession: 2 * big.length })
    const client = await raw(port)
    const sftp = await rawFiles(client)
    const opened = (path: string) => codeOf((done) => sftp.open(path, 'r', done))
    expect([await opened('/files/big.bin'), await opened('/files/big.bin')]).toEqual([null, null])
    expect([await opened('/files/big.bin'), await opened('/files/small.txt')]).toEqual([4, 4])
    client.end()
    const tight = await raw((await serve({ bytesOfSession: 10 })).port)
    const alone = await rawFiles(tight)
    expect(await codeOf((done) => alone.open('/files/big.bin', 'r', done))).toBeNull()
    tight.end()
  })

  it('lets a connection open one session after another, and two at once', async () => {
    const { port } = await serve()
    const client = await raw(port)
    for (let index = 0; index < 5; index++) {
      const sftp = await rawFiles(client)
      expect(await codeOf((done) => sftp.stat('/files', done))).toBeNull()
      const closed = new Promise<void>((resolve) => void sftp.once('close', () => resolve()))
      sftp.end()
      await closed
    }
    await Promise.all([rawFiles(client), rawFiles(client)])
    await expect(rawFiles(client)).rejects.toThrow(/open failure/i)
    client.end()
  })

  it('gives no shell, runs no command and forwards nothing', async () => {
    const { port } = await serve()
    const client = await raw(port)
    const refused = (ask: (done: (error: unknown) => void) => void) =>
      new Promise((resolve) => ask((error) => resolve(error instanceof Error)))
    expect(await refused((done) => client.shell(done))).toBe(true)
    expect(await refused((done) => client.exec('id', done))).toBe(true)
    expect(await refused((done) => client.subsys('netconf', done))).toBe(true)
    expect(await refused((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', port, done))).toBe(true)
    expect(await refused((done) => client.forwardIn('127.0.0.1', 0, done))).toBe(true)
    client.end()
  })

  it('signs in by password alone, and hangs up after three', async () => {
    const { port } = await serve()
    const client = new Client()
    client.on('error', () => undefined)
    const closed = ended(client)
    let tries = 0
    client.connect({
      host: '127.0.0.1',
      port,
      username: 'machine',
      // Answers a password for as long as it is asked for one.
      authHandler: (_left, _partial, next) => {
        tries += 1
        next({ type: 'password', username: 'machine', password: `wrong-${tries}` })
      },
    })
    await closed
    expect(tries).toBe(4)
    await expect(connectSftp(port, 'nobody', 'secret')).rejects.toThrow(/authentication/i)
    const { privateKey } = key
    const byKey = new Client()
    const refused = new Promise<string>((resolve) => void byKey.on('error', ({ message }) => resolve(message)))
    byKey.connect({ host: '127.0.0.1', port, username: 'machine', privateKey })
    expect(await refused).toMatch(/authentication/i)
  })

  it('ends a session at its next command once the access is gone', async () => {
    const { port } = await serve()
    const client = await raw(port)
    const sftp = await rawFiles(client)
    const closed = ended(client)
    expect(await codeOf((done) => sftp.stat('/files', done))).toBeNull()
    holds = false
    expect(await codeOf((done) => sftp.stat('/files', done))).toBe(3)
    await closed
  })

  it('hangs up on a caller who does not sign in, or asks nothing for long', async () => {
    const { port } = await serve({ signInMs: 150, idleMs: 300 })
    await closing(plain(port))
    const client = await raw(port)
    client.on('error', () => undefined)
    await ended(client)
  })

  it('takes so many connections for an account', async () => {
    const { port } = await serve({ connectionsOfAccount: 2 })
    const [one, two] = [await raw(port), await raw(port)]
    await expect(raw(port)).rejects.toThrow(/authentication/i)
    one.end()
    await ended(one)
    await expect(raw(port)).resolves.toBeInstanceOf(Client)
    two.end()
  })

  it('takes so many connections from an address', async () => {
    const { port } = await serve({ connectionsOfAddress: 2 })
    const waiting = [plain(port), plain(port)]
    await vi.waitFor(() => expect(waiting.every(({ bytesRead }) => bytesRead > 0)).toBe(true))
    const refused = plain(port)
    await closing(refused)
    expect(refused.bytesRead).toBe(0)
    for (const socket of waiting) socket.destroy()
  })

  it('stopped, takes nobody and ends the sessions that are open', async () => {
    const { port, server } = await serve()
    const client = await raw(port)
    client.on('error', () => undefined)
    const closed = ended(client)
    await server.close()
    await closed
    await expect(raw(port)).rejects.toThrow(/ECONNREFUSED/)
  })

  it('outlives a conversation that is none', async () => {
    const { port, client } = await open()
    for (const nonsense of ['GET / HTTP/1.1\r\n\r\n', 'SSH-2.0-x\r\n\0\0\0\0\0\0\0\0', randomBytes(4_000)]) {
      const socket = plain(port)
      socket.end(nonsense)
      await closing(socket)
    }
    expect(await client.list('/')).toHaveLength(1)
    await client.end()
  })
})
