import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import ssh2, { type Algorithms, type Connection } from 'ssh2'
import { faultOf } from './fault-of.ts'
import { serveFiles, type SftpUser } from './serve-files.ts'

/** What an SFTP server is built from. */
export interface SftpServerDeps {
  /** The private key as OpenSSH writes it. */
  readonly hostKey: string
  readonly log: Logger
  /** The user that a name and a password open; null for every refusal, regardless of the reason. */
  signIn(userName: string, password: string, address: string): Promise<SftpUser | null>
  readonly limits?: Partial<SftpLimits>
}

/** What one server takes on. */
export interface SftpLimits {
  readonly connections: number
  readonly connectionsOfAddress: number
  readonly connectionsOfAccount: number
  /** Bytes of open files that a session holds at once, unless one file alone is larger. */
  readonly bytesOfSession: number
  /** How long a connection may take to sign in. */
  readonly signInMs: number
  /** How long a connection may ask nothing. */
  readonly idleMs: number
  /** How often it is asked whether the access of a connection still holds. */
  readonly lookMs: number
}

/** A server of files over SSH: no shell, no commands, no forwarding. */
export interface SftpServer {
  /** Answers the port; rejects where it cannot listen. */
  listen(place: { readonly host: string; readonly port: number }): Promise<number>
  /** Answers what was asked, then ends every connection. */
  close(): Promise<void>
}

const usual: SftpLimits = {
  connections: 200,
  connectionsOfAddress: 40,
  connectionsOfAccount: 10,
  bytesOfSession: 64 * 1024 * 1024,
  signInMs: 30_000,
  idleMs: 300_000,
  lookMs: 2_000,
}
const triesOfConnection = 3
const channelsOfConnection = 2
const closeMs = 2_000
/** Above this the other side does not read what it asked for. */
const mostUnsentBytes = 1_048_576

// What is held to be safe today and works without native code; no SHA-1, no CBC.
const algorithms: Algorithms = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group16-sha512',
  ],
  serverHostKey: ['ssh-ed25519'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
}

interface Guest {
  readonly socket: Socket
  readonly address: string
  /** Ends it when it takes too long: to sign in, then to ask something. */
  timer: NodeJS.Timeout
  client: Connection | null
  user: SftpUser | null
  readonly sessions: Set<{ done(): Promise<void> }>
}

/** A server that is not listening yet. */
export function createSftpServer(deps: SftpServerDeps): SftpServer {
  const { log, signIn } = deps
  const limits = { ...usual, ...deps.limits }
  const guests = new Map<string, Guest>()
  const ssh = new ssh2.Server({ hostKeys: [deps.hostKey], ident: 'Reprise', algorithms })
  const count = (fits: (guest: Guest) => boolean) => [...guests.values()].filter(fits).length

  const listener = createServer({ noDelay: true }, (socket) => {
    const { remoteAddress: address = '', remotePort } = socket
    socket.on('error', () => undefined)
    const isFull = guests.size >= limits.connections
    if (address === '' || isFull || count((guest) => guest.address === address) >= limits.connectionsOfAddress) {
      socket.destroy()
      return
    }
    // The library names a connection by its address alone, and only once it has said what it is.
    const name = nameOf(address, remotePort)
    const timer = setTimeout(() => socket.destroy(), limits.signInMs)
    guests.set(name, { socket, address, timer, client: null, user: null, sessions: new Set() })
    socket.once('close', () => {
      clearTimeout(guests.get(name)?.timer)
      guests.delete(name)
    })
    ssh.injectSocket(socket)
  })

  ssh.on('connection', (client, { ip, port }) => {
    const guest = guests.get(nameOf(ip, port))
    if (guest === undefined) return client.end()
    guest.client = client
    let tries = 0
    // A broken conversation ends its connection, and nobody else is told.
    client.on('error', () => guest.socket.destroy())
    client.on('authentication', (context) => {
      if (context.method !== 'password') return context.reject(['password'])
      tries += 1
      if (tries > triesOfConnection) return client.end()
      signIn(context.username, context.password, guest.address)
        .then((user) => {
          if (user === null || !hasRoomFor(user)) return context.reject(['password'])
          guest.user = user
          context.accept()
        })
        .catch((error: unknown) => {
          log.error(faultOf(error), 'an SFTP sign-in failed')
          context.reject(['password'])
        })
    })
    client.on('ready', () => {
      clearTimeout(guest.timer)
      guest.timer = setTimeout(() => end(guest), limits.idleMs)
      client.on('session', (accept, reject) => {
        const { user } = guest
        if (user === null || guest.sessions.size >= channelsOfConnection) return reject()
        const place = { done: () => Promise.resolve() }
        guest.sessions.add(place)
        const session = accept()
        session.once('close', () => guest.sessions.delete(place))
        session.once('sftp', (acceptSftp) => {
          const sftp = acceptSftp()
          place.done = serveFiles(sftp, user, lineOf(guest, sftp, limits), log).done
        })
      })
    })
  })

  // Commands ask too, but a connection that asks nothing holds its place, and what it has open.
  async function endOfThoseGone(): Promise<void> {
    for (const guest of guests.values()) {
      const holds = await guest.user?.holds().catch(() => true)
      if (holds === false) end(guest)
    }
  }
  let looking: Promise<void> | undefined
  const look = (): void => void (looking ??= endOfThoseGone().finally(() => (looking = undefined)))
  const looks = setInterval(look, limits.lookMs).unref()

  const hasRoomFor = ({ accountId }: SftpUser): boolean =>
    count(({ user }) => user?.accountId === accountId) < limits.connectionsOfAccount

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject)
        listener.listen(port, host, () => {
          listener.off('error', reject)
          listener.on('error', (error) => log.error(faultOf(error), 'SFTP'))
          resolve((listener.address() as AddressInfo).port)
        })
      }),
    close: async () => {
      clearInterval(looks)
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      const asked = [...guests.values()].flatMap(({ sessions }) => [...sessions].map((session) => session.done()))
      await Promise.race([Promise.all(asked), wait(closeMs, undefined, { ref: false })])
      for (const guest of guests.values()) end(guest)
      await closed
    },
  }
}

function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address ?? ''} ${port ?? ''}`
}

// A peer that does not end its side is cut off.
function end({ client, socket }: Guest): void {
  client?.end()
  setTimeout(() => socket.destroy(), closeMs / 2).unref()
}

function lineOf(guest: Guest, sftp: object, limits: SftpLimits) {
  const { socket } = guest
  return {
    mostBytes: limits.bytesOfSession,
    touched: () => void guest.timer.refresh(),
    isClosed: () => socket.destroyed || socket.writableEnded,
    end: () => end(guest),
    room: async () => {
      while (!socket.destroyed && (socket.writableLength > mostUnsentBytes || windowOf(sftp) === 0)) await wait(10)
    },
  }
}

/** How much the other side still takes; the library shows it on its channels, but not in its types. */
function windowOf(sftp: object): number | null {
  const { outgoing } = sftp as { readonly outgoing?: { readonly window: number; readonly state: string } }
  return outgoing?.state === 'open' ? outgoing.window : null
}
