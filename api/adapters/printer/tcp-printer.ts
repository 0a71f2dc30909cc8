import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectByTls, type TLSSocket } from 'node:tls'
import type { PrinterFault } from '#domain/document/document-errors.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { isListed, type OutgoingHosts } from '#api/adapters/outbound/outgoing-hosts.ts'
import { isOwnAddress, isPrinterAddress, mayBePrinter } from '#api/adapters/outbound/printer-address.ts'
import type { PrinterAddress, PrinterTarget, PrinterTransport } from './printer-transport.ts'

/** What a transport may be told; the defaults are those of a local network. */
export interface TcpPrinterOptions {
  /** Hosts, with or without their port, that the installation lets be printers although its rules would not. */
  readonly allowedHosts?: readonly string[]
  /** The only hosts that are printed to besides; every one that its rules let without a list. */
  readonly outgoingHosts?: OutgoingHosts
  /** Whether nothing is sent without TLS, whatever a printer's setting says. */
  readonly demandsTls?: boolean
  /** How long the connection may take, the greeting of TLS after it, and how long a printer may take no byte. */
  readonly connectMs?: number
  readonly greetMs?: number
  readonly idleMs?: number
  /** How long the whole may take. */
  readonly totalMs?: number
}

/**
 * Speaks to printers in plain TCP, as they listen on port 9100, or by TLS where the printer's setting says so: then never
 * without. The name is resolved once and the address judged before it is called, so that a name cannot lead elsewhere.
 * What a printer says is thrown away.
 */
export function createTcpPrinter(options: TcpPrinterOptions = {}): PrinterTransport {
  const { allowedHosts = [], outgoingHosts = [], demandsTls = false } = options
  // Small processors of printers take seconds for the arithmetic of a greeting.
  const { connectMs = 4000, greetMs = 9000, idleMs = 8000, totalMs = 20_000 } = options
  const isAllowed = ({ host, port }: PrinterAddress): boolean =>
    allowedHosts.includes(host) || allowedHosts.includes(`${host.includes(':') ? `[${host}]` : host}:${port}`)
  const isOutgoing = ({ host, port }: PrinterAddress): boolean => isListed(outgoingHosts, host, port)
  return {
    demandsTls,
    mayKeep: (address) => isAllowed(address) || (isOutgoing(address) && mayBePrinter(address.host)),
    async send(target, data, sees = () => undefined) {
      const { host, port, encrypted } = target
      if (demandsTls && !encrypted) return fail('PRINTER_ENCRYPTION_REQUIRED')
      if (!isOutgoing({ host, port }) && !isAllowed({ host, port })) return fail('PRINTER_HOST_NOT_ALLOWED')
      const address = await resolve(host, connectMs)
      if (!address.ok) return address
      const isFit = isPrinterAddress(address.value) && !isOwnAddress(address.value)
      if (!isFit && !isAllowed({ host, port })) return fail('PRINTER_HOST_NOT_ALLOWED')
      const dialled = dial(target, address.value, sees)
      return deliver(dialled, data, { connectMs, greetMs, idleMs, totalMs })
    },
  }
}

async function resolve(host: string, waitMs: number): Promise<Result<string, PrinterFault>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result<string, PrinterFault>>((done) => {
    timer = setTimeout(() => done(fail('PRINTER_TIMEOUT')), waitMs)
  })
  const found = lookup(host).then(
    ({ address }) => succeed(address),
    () => fail('PRINTER_HOST_UNKNOWN' as const),
  )
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
  }
}

interface Limits {
  readonly connectMs: number
  readonly greetMs: number
  readonly idleMs: number
  readonly totalMs: number
}

/** A connection that is being made, and what begins and judges it. */
interface Dialled {
  readonly socket: Socket
  /** The connection itself, which is below the socket where that speaks TLS. */
  readonly wire: Socket
  /** The event with which bytes may be sent. */
  readonly opens: 'connect' | 'secureConnect'
  /** Whether the printer is the one that it ought to be; asked once it is open. */
  readonly isBelieved: () => boolean
}

function dial(
  { host, port, encrypted, fingerprint }: PrinterTarget,
  address: string,
  sees: (certificate: string) => void,
): Dialled {
  const wire = connect({ host: address, port, noDelay: true })
  if (!encrypted) return { socket: wire, wire, opens: 'connect', isBelieved: () => true }
  const socket: TLSSocket = connectByTls({
    socket: wire,
    // Not called here: what the name in the certificate is compared with where no other was given.
    host: address,
    minVersion: 'TLSv1.2',
    // A certificate is for the name that was given, not for the address to which it has led.
    ...(isIP(host) === 0 && { servername: host }),
    // Judged below, before a byte is sent: what the printer shows is told to who sets it up.
    rejectUnauthorized: false,
  })
  return {
    socket,
    wire,
    opens: 'secureConnect',
    isBelieved: () => {
      const shown = socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '') ?? ''
      sees(shown)
      return fingerprint === '' ? socket.authorized : shown === fingerprint
    },
  }
}

function deliver(
  { socket, wire, opens, isBelieved }: Dialled,
  data: string,
  limits: Limits,
): Promise<Result<true, PrinterFault>> {
  return new Promise((settle) => {
    let reached = false
    let opened = false
    let taken = false
    const timers = [setTimeout(() => end(fail(lateFault())), limits.totalMs)]

    function end(result: Result<true, PrinterFault>): void {
      for (const timer of timers) clearTimeout(timer)
      socket.destroy()
      settle(result)
    }
    // Without a connection, what is wrong with it; with one that TLS does not open, that; else the label may be cut.
    const faultOf = (): PrinterFault => (opened ? 'PRINTER_CUT' : 'PRINTER_NOT_ENCRYPTED')
    const failed = (error: Error): void => end(fail(reached ? faultOf() : failureOf(error)))

    // Bytes that make no greeting are no TLS. Silence tells nothing: the printer is slow, or its port is for labels in
    // clear and takes the greeting for a label that goes on.
    function lateFault(): PrinterFault {
      return !opened && wire.bytesRead > 0 ? 'PRINTER_NOT_ENCRYPTED' : 'PRINTER_TIMEOUT'
    }
    function limit(isDone: () => boolean, ms: number): void {
      timers.push(setTimeout(() => (isDone() ? undefined : end(fail(lateFault()))), ms))
    }

    limit(() => reached, limits.connectMs)
    wire.on('connect', () => {
      reached = true
      if (socket !== wire) limit(() => opened, limits.greetMs)
    })
    socket.on(opens, () => {
      opened = true
      if (!isBelieved()) return end(fail('PRINTER_CERTIFICATE_UNTRUSTED'))
      socket.setTimeout(limits.idleMs)
      socket.end(data)
    })
    socket.on('timeout', () => end(fail('PRINTER_TIMEOUT')))
    wire.on('error', failed)
    socket.on('error', failed)
    // The system has handed every byte over; a printer that hangs up before that has not got the label.
    socket.on('finish', () => (taken = true))
    // Where no connection is made, TLS may close without a word before the wire says why.
    socket.on('close', () => (reached ? end(taken ? succeed(true) : fail(faultOf())) : undefined))
    // Nobody reads an answer, and an unread one would keep the connection open.
    socket.resume()
  })
}

function failureOf(error: Error): PrinterFault {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED') return 'PRINTER_REFUSED'
  if (code === 'ETIMEDOUT') return 'PRINTER_TIMEOUT'
  return 'PRINTER_UNREACHABLE'
}
