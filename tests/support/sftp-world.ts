import SftpClient from 'ssh2-sftp-client'
import pino from 'pino'
import type { SftpLimits } from '#api/adapters/sftp/sftp-server.ts'
import { createSizeCache } from '#api/adapters/sftp/size-cache.ts'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { createPasswordHasher } from '#api/features/access/password-hash.ts'
import { createThrottle } from '#api/features/access/throttle.ts'
import { createPaymentFolder } from '#api/features/payment/payment-folder.ts'
import { createRegisterFolder } from '#api/features/register/register-folder.ts'
import { createSftpService, type SftpService } from '#api/features/sftp/sftp-service.ts'
import { testTrackingLink, type TestApi } from './api.ts'
import { testVault } from './vault.ts'
import { noServiceOfAccounts } from './payout-server.ts'

/** What an SFTP service of a test is known by. */
export interface TestSftp {
  readonly service: SftpService
  readonly port: number
  /** What was logged. */
  readonly lines: readonly string[]
}

/** Serves SFTP on a free port of this machine, over the database of an application. */
export async function startSftp(api: TestApi, limits: Partial<SftpLimits> = {}): Promise<TestSftp> {
  const lines: string[] = []
  const now = () => new Date()
  const shared = { database: api.db, now, vault: testVault }
  const payments = {
    publicHolidays: createPublicHolidays(),
    http: null,
    ...noServiceOfAccounts,
    trackingLink: testTrackingLink,
  }
  const sizes = createSizeCache()
  const service = createSftpService({
    ...shared,
    config: { host: '127.0.0.1', port: 0, publicHost: 'sftp.example' },
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    hasher: await createPasswordHasher(),
    throttle: createThrottle(api.db),
    folders: [createPaymentFolder({ ...shared, ...payments }, sizes), createRegisterFolder(shared, sizes)],
    limits,
  })
  await service.start()
  return { service, port: service.facts()?.port ?? 0, lines }
}

/** A client that is signed in; rejects as the server refuses. */
export async function connectSftp(port: number, username: string, password: string): Promise<SftpClient> {
  const client = new SftpClient('test', { end: () => undefined, close: () => undefined })
  // Ends of connections are what tests look for in what their commands answer.
  client.on('error', () => undefined)
  await client.connect({ host: '127.0.0.1', port, username, password, retries: 0 })
  // Otherwise each part waits for the acknowledgement of the one before.
  const { client: line } = client as unknown as { readonly client: { setNoDelay(on: boolean): void } }
  line.setNoDelay(true)
  return client
}
