import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { isListed, type OutgoingHosts } from '#api/adapters/outbound/outgoing-hosts.ts'
import { isOwnAddress, isPrinterAddress, mayBePrinter } from '#api/adapters/outbound/printer-address.ts'
import type { PrinterAddress, PrinterFailure, PrinterTransport } from './printer-transport.ts'

/** What a transport may be told; the defaults are those of a local network. */
export interface TcpPrinterOptions {
  /** Hosts, with or without their port, that the installation lets be printers although its rules would not. */
  readonly allowedHosts?: readonly string[]
  /** The only hosts that are printed to besides; every one that its rules let without a list. */
  readonly outgoingHosts?: OutgoingHosts
  /** How long the connection may take, and how long a printer may take no byte. */
  readonly connectMs?: number
  readonly idleMs?: number
  /** How long the whole may take. */
  readonly totalMs?: number
}

/**
 * Speaks to printers in plain TCP, as they listen on port 9100. The name is resolved once and the address judged before
 * it is called, so that a name cannot lead elsewhere. What a printer says is thrown away.
 */
export function createTcpPrinter(options: TcpPrinterOptions = {}): PrinterTransport {
  const { allowedHosts = [], outgoingHosts = [], connectMs = 4000, idleMs = 8000, totalMs = 20_000 } = options
  const isAllowed = ({ host, port }: PrinterAddress): boolean =>
    allowedHosts.includes(host) || allowedHosts.includes(`${host.includes(':') ? `[${host}]` : host}:${port}`)
  const isOutgoing = ({ host, port }: PrinterAddress): boolean => isListed(outgoingHosts, host, port)
  return {
    mayKeep: (address) => isAllowed(address) || (isOutgoing(address) && mayBePrinter(address.host)),
    async send({ host, port }, data) {
      if (!isOutgoing({ host, port }) && !isAllowed({ host, port })) return fail('PRINTER_HOST_NOT_ALLOWED')
      const address = await resolve(host, connectMs)
      if (!address.ok) return address
      const isFit = isPrinterAddress(address.value) && !isOwnAddress(address.value)
      if (!isFit && !isAllowed({ host, port })) return fail('PRINTER_HOST_NOT_ALLOWED')
      return deliver({ host: address.value, port }, data, { connectMs, idleMs, totalMs })
    },
  }
}

async function resolve(host: string, waitMs: number): Promise<Result<string, PrinterFailure>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result<string, PrinterFailure>>((done) => {
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
  readonly idleMs: number
  readonly totalMs: number
}

function deliver(address: PrinterAddress, data: string, limits: Limits): Promise<Result<true, PrinterFailure>> {
  return new Promise((settle) => {
    const socket: Socket = connect({ ...address, noDelay: true })
    let connected = false
    let taken = false
    const timers = [setTimeout(() => end(fail('PRINTER_TIMEOUT')), limits.totalMs)]

    function end(result: Result<true, PrinterFailure>): void {
      for (const timer of timers) clearTimeout(timer)
      socket.destroy()
      settle(result)
    }

    timers.push(setTimeout(() => (connected ? undefined : end(fail('PRINTER_TIMEOUT'))), limits.connectMs))
    socket.on('connect', () => {
      connected = true
      socket.setTimeout(limits.idleMs)
      socket.end(data)
    })
    socket.on('timeout', () => end(fail('PRINTER_TIMEOUT')))
    socket.on('error', (error) => end(fail(failureOf(error, connected))))
    // The system has handed every byte over; a printer that hangs up before that has not got the label.
    socket.on('finish', () => (taken = true))
    socket.on('close', () => end(taken ? succeed(true) : fail('PRINTER_CUT')))
    // Nobody reads an answer, and an unread one would keep the connection open.
    socket.resume()
  })
}

function failureOf(error: Error, connected: boolean): PrinterFailure {
  if (connected) return 'PRINTER_CUT'
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED') return 'PRINTER_REFUSED'
  if (code === 'ETIMEDOUT') return 'PRINTER_TIMEOUT'
  return 'PRINTER_UNREACHABLE'
}
