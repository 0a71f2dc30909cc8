import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Logger } from 'pino'
import type { FileScanner, ScanVerdict } from '#domain/kernel/file-verdict.ts'

/** Where ClamAV's daemon listens, and how long it may take. */
export interface ClamdOptions {
  /** `unix:///run/clamav/clamd.ctl`, `tcp://host:3310`, or `tls://host:port` where something encrypts before it. */
  readonly url: string
  readonly log: Pick<Logger, 'warn'>
  readonly timeoutMs?: number
}

/** ClamAV's own bound for a part is far above. */
const partBytes = 64 * 1024
/** An answer is a line with the name of a signature. */
const answerBytes = 4_096
const tcpPort = 3_310

/** Looks through files for viruses: asks ClamAV's daemon by INSTREAM, over a connection for each file. Whatever is no clear answer is none. */
export function createClamdScanner({ url, log, timeoutMs = 30_000 }: ClamdOptions): FileScanner {
  return {
    async scan(bytes) {
      const answer = await ask(open(new URL(url)), bytes, timeoutMs).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'the virus scanner does not answer')
        return null
      })
      return answer === null ? 'unknown' : verdictOf(answer, log)
    },
  }
}

function verdictOf(answer: string, log: ClamdOptions['log']): ScanVerdict {
  if (answer === 'stream: OK') return 'harmless'
  const [, signature] = /^stream: ([\x21-\x7e]{1,200}) FOUND$/.exec(answer) ?? []
  if (signature === undefined) {
    log.warn({ answer: answer.slice(0, 200) }, 'the virus scanner gives no verdict')
    return 'unknown'
  }
  log.warn({ signature }, 'a file was refused: the virus scanner knows it')
  return 'harmful'
}

function open(url: URL): Socket {
  if (url.protocol === 'unix:') return connectPlain(decodeURIComponent(url.pathname))
  const at = addressOf(url)
  if (url.protocol !== 'tls:') return connectPlain(at)
  return connectTls({ ...at, ...(isIP(at.host) === 0 && { servername: at.host }) })
}

/** Host and port; an address of IPv6 is in brackets in an address of the web alone. */
export function addressOf(url: URL): { readonly host: string; readonly port: number } {
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? tcpPort : Number(url.port) }
}

function ask(socket: Socket, bytes: Uint8Array, timeoutMs: number): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    const limit = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs)
    const end = (settle: () => void): void => {
      clearTimeout(limit)
      socket.destroy()
      settle()
    }
    socket.on('error', (error) => end(() => reject(error)))
    // Without the zero at its end an answer was cut.
    socket.on('close', () => end(() => reject(new Error('no whole answer'))))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      const whole = answer.indexOf('\0')
      if (whole >= 0) end(() => resolve(answer.slice(0, whole)))
      else if (answer.length > answerBytes) socket.destroy(new Error('an answer without an end'))
    })
    socket.write('zINSTREAM\0')
    for (let at = 0; at < bytes.byteLength; at += partBytes) {
      const part = bytes.subarray(at, at + partBytes)
      socket.write(lengthOf(part.byteLength))
      socket.write(part)
    }
    socket.write(lengthOf(0))
  })
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? String(error.code) : error.message
}
