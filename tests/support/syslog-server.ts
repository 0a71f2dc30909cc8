import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'

/** A message that has arrived, taken apart. */
export interface SyslogMessage {
  readonly priority: number
  readonly time: Date
  readonly hostname: string
  readonly app: string
  readonly processId: string
  readonly line: Readonly<Record<string, unknown>>
}

/** A syslog server over TLS that takes nothing but what RFC 5425 and RFC 5424 let through. */
export interface SyslogServer {
  readonly port: number
  readonly messages: SyslogMessage[]
  /** What was not in order. */
  readonly faults: string[]
  /** Names of those who showed a certificate. */
  readonly peers: string[]
  /** Takes nothing any more, without a word, until it goes on. */
  pause(): void
  goOn(): void
  /** Ends all connections, and each new one while it is away. */
  goAway(): void
  comeBack(): void
  close(): Promise<void>
}

const format =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) - - (\{.*\})$/

/** Starts it by a certificate with its key; `ca` asks senders for one of that authority. */
export async function startSyslog({ pem, ca }: { readonly pem: string; readonly ca?: string }): Promise<SyslogServer> {
  const seen = { messages: [] as SyslogMessage[], faults: [] as string[], peers: [] as string[] }
  const open = new Set<TLSSocket>()
  let isPaused = false
  let isAway = false
  const options = { cert: pem, key: pem, ...(ca !== undefined && { ca, requestCert: true, rejectUnauthorized: true }) }
  const server = createServer(options, (socket) => {
    open.add(socket)
    if (isPaused) socket.pause()
    const { subject } = socket.getPeerCertificate()
    if (ca !== undefined) seen.peers.push(String(subject?.CN))
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      if (rest.length > 0) seen.faults.push(`cut: ${rest.toString('latin1').slice(0, 80)}`)
    })
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data])
      for (let frame = next(rest); frame !== null; frame = next(rest)) {
        rest = rest.subarray(frame.end)
        take(frame.text)
      }
    })
  })
  server.on('tlsClientError', () => undefined)
  server.prependListener('connection', (socket: Socket) => {
    if (isAway) socket.destroy()
  })

  function next(bytes: Buffer): { readonly end: number; readonly text: string } | null {
    const space = bytes.indexOf(0x20)
    if (space < 0) return null
    const length = bytes.toString('latin1', 0, space)
    if (!/^[1-9]\d{0,6}$/.test(length)) {
      seen.faults.push(`length ${length.slice(0, 80)}`)
      return { end: bytes.length, text: '' }
    }
    const end = space + 1 + Number(length)
    return bytes.length < end ? null : { end, text: bytes.toString('latin1', space + 1, end) }
  }

  function take(text: string): void {
    const [, priority, time = '', hostname = '', app = '', processId = '', message = ''] = format.exec(text) ?? []
    if (priority === undefined || !/^[\x20-\x7e]*$/.test(message)) return void seen.faults.push(`format ${text}`)
    const line = JSON.parse(message) as Record<string, unknown>
    seen.messages.push({ priority: Number(priority), time: new Date(time), hostname, app, processId, line })
  }

  await new Promise<void>((done, fail) => void server.once('error', fail).listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  const all = (of: (socket: TLSSocket) => void) => open.forEach(of)
  return {
    ...seen,
    port: address.port,
    pause() {
      isPaused = true
      all((socket) => socket.pause())
    },
    goOn() {
      isPaused = false
      all((socket) => socket.resume())
    },
    goAway() {
      isAway = true
      all((socket) => socket.destroy())
    },
    comeBack() {
      isAway = false
    },
    close() {
      all((socket) => socket.destroy())
      return new Promise((done) => server.close(() => done()))
    },
  }
}
