import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot, waitUntil } from '../../scripts/process.mjs'
import { onFreePorts } from './free-ports.ts'

const program = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find((file) => existsSync(file))

/** Whether this machine has Caddy. */
export const hasCaddy = program !== undefined

/** Caddy with the installation's own Caddyfile. */
export interface TestCaddy {
  /** Where it answers, under the name `localhost`. */
  readonly url: string
  /** Its own authority, which signs for what browsers see. */
  authority(): string
  output(): string
  close(): Promise<void>
}

/**
 * Starts it before replicas, on other ports than 80 and 443 and without the lines of versions newer than Debian's 2.6:
 * that one names the authority by another word, and keeps no bodies.
 */
export function startCaddy(replicas: readonly string[], apiAuthority: string): Promise<TestCaddy> {
  return onFreePorts(3, (...ports) => startOn(ports, replicas, apiAuthority))
}

async function startOn(
  [port, plain, admin]: readonly number[],
  replicas: readonly string[],
  apiAuthority: string,
): Promise<TestCaddy> {
  if (program === undefined) throw new Error('no Caddy')
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  const text = readFileSync(path.join(projectRoot, 'docker', 'Caddyfile'), 'utf8')
    .replace('tls_trust_pool file ', 'tls_trusted_ca_certs ')
    .replace(/^\s*request_buffers .*$/m, '')
    .replace(
      'skip_install_trust',
      `skip_install_trust\nhttp_port ${plain}\nhttps_port ${port}\nadmin localhost:${admin}`,
    )
  writeFileSync(file, text)
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_HOST: 'localhost',
      API_REPLICAS: replicas.join(' '),
      API_AUTHORITY: apiAuthority,
    },
  })
  let written = ''
  child.stderr.on('data', (data) => (written += String(data)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const root = path.join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt')
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const listens = () =>
    child.exitCode !== null || (existsSync(root) && written.includes('serving initial configuration'))
  if (!(await waitUntil(listens, 60_000)) || child.exitCode !== null) {
    await close()
    throw new Error(`Caddy did not start:\n${written}`)
  }
  return { url: `https://localhost:${port}`, authority: () => readFileSync(root, 'utf8'), output: () => written, close }
}
