import type { Logger } from 'pino'
import { hostKeyOf } from '#api/adapters/sftp/host-key.ts'
import type { SftpUser } from '#api/adapters/sftp/serve-files.ts'
import { createSftpServer, type SftpLimits, type SftpServer } from '#api/adapters/sftp/sftp-server.ts'
import type { SharedFolder } from '#api/adapters/sftp/shared-folder.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import type { Config } from '#api/config.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { networkOf } from '#api/http/network-of.ts'
import type { ThrottleName } from '#domain/access/throttle-limits.ts'
import type { SftpAccessAnswer } from '#sync/calls/sftp.ts'
import { findAccess, noteSignIn, isSignInStillValid } from './access-queries.ts'
import { presentHostKey } from './host-key-queries.ts'

/** What serving SFTP is built from. */
export interface SftpServiceDeps {
  readonly config: NonNullable<Config['sftp']>
  readonly database: Database
  readonly vault: Vault
  readonly now: Clock
  readonly log: Logger
  readonly hasher: { readonly verify: (stored: string | null, password: string) => Promise<boolean> }
  readonly throttle: {
    readonly hit: (subjects: Partial<Readonly<Record<ThrottleName, string>>>) => Promise<number | null>
    readonly clear: (name: ThrottleName, subject: string) => Promise<void>
  }
  /** What is offered to an account. */
  readonly folders: readonly ((accountId: string) => SharedFolder)[]
  readonly limits?: Partial<SftpLimits>
}

/** SFTP as one process serves it. */
export interface SftpService {
  /** Starts to serve; where the database or the port is not there yet, it tries again until it is stopped. */
  start(): Promise<void>
  /** Where machines connect; null while nothing is served. */
  facts(): SftpAccessAnswer['server']
  stop(): Promise<void>
}

const againMs = 10_000
const longestName = 64

/** A service that does not serve yet. */
export function createSftpService(deps: SftpServiceDeps): SftpService {
  const { config, database, vault, now, log } = deps
  let server: SftpServer | null = null
  let facts: SftpAccessAnswer['server'] = null
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  const start = async (): Promise<void> => {
    try {
      const key = hostKeyOf(await presentHostKey(database, vault, now()))
      const made = createSftpServer({
        hostKey: key.privateKey,
        log,
        signIn: createSignIn(deps),
        limits: deps.limits ?? {},
      })
      const port = await made.listen(config)
      if (isStopped) return await made.close()
      server = made
      facts = { host: config.publicHost, port, fingerprint: key.fingerprint }
      log.info({ port, fingerprint: key.fingerprint }, 'SFTP is served')
    } catch (error) {
      const reason = error instanceof Error ? error.message : typeof error
      log.error({ reason }, 'SFTP is not served; another try in ten seconds')
      if (!isStopped) again = setTimeout(() => void start(), againMs)
    }
  }
  return {
    start,
    facts: () => facts,
    stop: async () => {
      isStopped = true
      clearTimeout(again)
      await server?.close()
      facts = null
    },
  }
}

/** Signs in: an unknown name, an inactive access and a wrong password get the same answer after the same work. */
function createSignIn({ database, now, log, hasher, throttle, folders }: SftpServiceDeps) {
  return async (userName: string, password: string, address: string): Promise<SftpUser | null> => {
    if (userName.length > longestName || userName.includes('\0')) return null
    const limits = { sftpByAddress: networkOf(address), sftpByName: userName, sftpOverall: '' }
    if ((await throttle.hit(limits)) !== null) return null
    const access = await findAccess(database, userName)
    const isRight = await hasher.verify(access?.passwordHash ?? null, password)
    if (access === null || !isRight) return null
    const { accountId } = access
    await throttle.clear('sftpByName', userName)
    await inAccount(database, accountId, (tx) => noteSignIn(tx, accountId, now()))
    log.info({ accountId }, 'signed in by SFTP')
    return {
      accountId,
      folders: folders.map((folder) => folder(accountId)),
      holds: () => inAccount(database, accountId, (tx) => isSignInStillValid(tx, access), { readOnly: true }),
    }
  }
}
