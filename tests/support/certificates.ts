import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import { projectRoot } from '../../scripts/process.mjs'

/** Certificates of a test's own authority, as the installation makes its own. */
export interface TestCertificates {
  readonly folder: string
  /** The authority's certificate, as PEM and where it lies. */
  readonly authority: { readonly pem: string; readonly file: string }
  /** A file of them, and what it holds: certificate and key. */
  file(name: string): string
  pem(name: string): string
  /** Makes what is missing again. */
  renew(): void
  remove(): void
}

/** Whether this machine has the programs that make certificates. */
export const hasOpenssl = has('openssl') && has('bash')

/** Runs `docker/make-certificates.sh` into a folder of the test's own; files belong to `account`. */
export function makeCertificates({ account }: { readonly account?: number } = {}): TestCertificates {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-certificates-'))
  chmodSync(folder, 0o755)
  const owner = String(account ?? process.getuid?.() ?? 0)
  const renew = (): void => {
    execFileSync('bash', [path.join(projectRoot, 'docker', 'make-certificates.sh'), folder], {
      env: { PATH: process.env.PATH, POSTGRES_ACCOUNT: owner, API_ACCOUNT: String(process.getuid?.() ?? 0) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
  renew()
  const file = (name: string): string => path.join(folder, name)
  const pem = (name: string): string => readFileSync(file(name), 'utf8')
  return {
    folder,
    authority: { pem: pem('caddy/ca.crt'), file: file('caddy/ca.crt') },
    file,
    pem,
    renew,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What a server answers by TLS, and which certificate it shows. */
export interface TlsAnswer {
  readonly status: number
  readonly body: string
  readonly fingerprint: string
}

/** Asks with nothing but the authority to go by. */
export function askByTls(url: string, authority: string, host?: string): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      ca: authority,
      agent: false,
      timeout: 30_000,
      ...(host && { headers: { host }, servername: host }),
    }
    const call = get(url, options, (response) => {
      const { fingerprint256: fingerprint } = (response.socket as TLSSocket).getPeerCertificate()
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, fingerprint }))
    })
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', reject)
  })
}

function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
