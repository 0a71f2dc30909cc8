import { readFileSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'
import type { Logger } from 'pino'
import type { TlsFiles } from '#api/config.ts'

/** A server that takes another certificate while it runs. */
interface Renewable {
  setSecureContext(options: SecureContextOptions): void
}

/** The certificate of a server, renewed by others. */
export interface ServedTls {
  /** What the server is made with. */
  readonly options: SecureContextOptions
  /** Shows what the files hold from then on, however often they are replaced; answers how to end that. */
  follow(server: Renewable, log: Pick<Logger, 'info' | 'warn'>): () => void
}

/** How often the files are looked at: certificates are renewed days before they end. */
const usualLookMs = 60_000

/** Reads the files, and throws where they cannot be read or do not belong together. */
export function createServedTls(files: TlsFiles, lookMs = usualLookMs): ServedTls {
  let served = read(files)
  return {
    options: served,
    follow(server, log) {
      const look = (): void => {
        try {
          const found = read(files)
          if (served.cert === found.cert && served.key === found.key) return
          server.setSecureContext(found)
          served = found
          log.info('shows a renewed certificate')
        } catch (error) {
          // Half a renewal: the certificate that is shown stays, and the next look finds the whole.
          const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
          log.warn({ reason }, 'the renewed certificate cannot be used')
        }
      }
      const timer = setInterval(look, lookMs).unref()
      return () => clearInterval(timer)
    },
  }
}

function read({ cert, key }: TlsFiles) {
  return {
    cert: readFileSync(cert, 'utf8'),
    key: readFileSync(key, 'utf8'),
    minVersion: 'TLSv1.2',
  } as const satisfies SecureContextOptions
}
