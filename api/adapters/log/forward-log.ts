import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import type { LogReceiver } from '#api/config.ts'
import { syslogFrame } from './syslog-line.ts'

/** Sends lines of the log on to another machine. */
export interface LogForwarder {
  /** Takes a line and never waits; a full buffer leaves it out, and says how many it left out. */
  write(line: string): void
  /** Ends once what waits has gone, or after a time. */
  close(): Promise<void>
}

/** Bounds of a forwarder. */
export interface ForwardLimits {
  /** What waits while the receiver is away. */
  readonly bufferBytes: number
  /** Pause after the first connection that failed or broke; each further one doubles it, up to a minute. */
  readonly firstPauseMs: number
  /** For a connection, and for the receiver to take what was sent. */
  readonly patienceMs: number
  /** For what waits at the end. */
  readonly closeMs: number
}

/** What a forwarder needs; `log` is of this machine alone, since its lines would forward themselves. */
export interface ForwardDeps {
  readonly receiver: LogReceiver
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly limits?: Partial<ForwardLimits>
}

const usualLimits: ForwardLimits = {
  bufferBytes: 16 * 1024 * 1024,
  firstPauseMs: 1_000,
  patienceMs: 30_000,
  closeMs: 3_000,
}
const longestPauseMs = 60_000
const batchBytes = 64 * 1024

/**
 * Forwards to a syslog server over TLS (RFC 5425). A line leaves the buffer once the connection has taken it; those that
 * it had not taken when it broke are sent again. Syslog acknowledges nothing, so what a broken connection had
 * taken and not delivered is found on standard output alone.
 */
export function createLogForwarder({ receiver, log, limits }: ForwardDeps): LogForwarder {
  const { bufferBytes, firstPauseMs, patienceMs, closeMs } = { ...usualLimits, ...limits }
  const sender = { hostname: hostname(), processId: process.pid }
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let dropped = 0
  let opening: TLSSocket | null = null
  let socket: TLSSocket | null = null
  let sending = 0
  let pauseMs = firstPauseMs
  let isEnding = false
  let retry: NodeJS.Timeout | undefined
  let whenEmpty: (() => void) | null = null
  open()

  return {
    write(line) {
      const frame = syslogFrame(line, sender)
      if (waitingBytes + frame.length > bufferBytes) {
        dropped += 1
        if (dropped === 1) log.warn({ bufferBytes }, 'lines are not forwarded: the buffer is full')
        return
      }
      tellDropped()
      keep(frame)
      send()
    },
    async close() {
      isEnding = true
      tellDropped()
      send()
      if (waiting.length > 0) {
        const { promise, resolve } = Promise.withResolvers<void>()
        whenEmpty = resolve
        const limit = setTimeout(resolve, closeMs)
        await promise
        clearTimeout(limit)
      }
      clearTimeout(retry)
      opening?.destroy()
      if (waiting.length > 0) log.warn({ lines: waiting.length }, 'lines were not forwarded')
      const last = socket
      if (last === null) return
      // What was taken goes out before the connection ends.
      await Promise.race([new Promise<void>((done) => last.end(done)), pause(closeMs)])
      last.destroy()
    },
  }

  function keep(frame: Buffer): void {
    waiting.push(frame)
    waitingBytes += frame.length
  }

  // Stands where the lines are missing.
  function tellDropped(): void {
    if (dropped === 0) return
    const fact = { level: 40, time: Date.now(), lines: dropped, msg: 'lines are missing here: the buffer was full' }
    dropped = 0
    log.warn({ lines: fact.lines }, 'lines were not forwarded: the buffer was full')
    keep(syslogFrame(JSON.stringify(fact), sender))
  }

  function open(): void {
    let fresh: TLSSocket
    try {
      fresh = connect(optionsOf(receiver))
    } catch (error) {
      return again(error)
    }
    opening = fresh
    let fault: unknown = null
    fresh.setTimeout(patienceMs, () => fresh.destroy(new Error('no answer')))
    fresh.setKeepAlive(true, patienceMs)
    fresh.on('error', (error) => (fault = error))
    // A receiver says nothing; reading on is what tells that it has ended the connection.
    fresh.resume()
    fresh.once('end', () => fresh.destroy())
    fresh.once('secureConnect', () => {
      fresh.setTimeout(0)
      opening = null
      socket = fresh
      pauseMs = firstPauseMs
      log.info({ host: receiver.host }, 'logs are forwarded')
      send()
    })
    fresh.once('close', () => {
      opening = null
      socket = null
      sending = 0
      again(fault)
    })
  }

  function again(fault: unknown): void {
    if (isEnding) {
      whenEmpty?.()
      return
    }
    log.warn({ host: receiver.host, reason: reasonOf(fault), waiting: waiting.length }, 'logs are not forwarded')
    retry = setTimeout(open, pauseMs).unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function send(): void {
    if (socket === null || sending > 0) return
    const batch: Buffer[] = []
    for (let bytes = 0; batch.length < waiting.length && bytes < batchBytes;) {
      const frame = waiting[batch.length]!
      batch.push(frame)
      bytes += frame.length
    }
    if (batch.length === 0) {
      whenEmpty?.()
      return
    }
    const through = socket
    sending = batch.length
    const limit = setTimeout(() => through.destroy(new Error('takes nothing')), patienceMs).unref()
    through.write(Buffer.concat(batch), (error) => {
      clearTimeout(limit)
      if (error || through !== socket) return
      waiting = waiting.slice(sending)
      waitingBytes -= batch.reduce((sum, frame) => sum + frame.length, 0)
      sending = 0
      send()
    })
  }
}

// Read at each connection: certificates are renewed.
function optionsOf({ host, port, caFile, certFile, keyFile }: LogReceiver) {
  return {
    host,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    minVersion: 'TLSv1.2',
    ...(caFile !== null && { ca: readFileSync(caFile) }),
    ...(certFile !== null && { cert: readFileSync(certFile), key: readFileSync(keyFile ?? certFile) }),
  } as const
}

function reasonOf(error: unknown): string {
  if (error === null) return 'ended by the receiver'
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? String(error.code) : error.message
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms).unref())
}
