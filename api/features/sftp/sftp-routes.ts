import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { sftpPassword, sftpPasswordBytes, sftpUserName, sftpUserNameBytes } from '#domain/sftp/sftp-access.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import {
  disableSftpAccessCall,
  enableSftpAccessCall,
  readSftpAccessCall,
  type SftpAccessAnswer,
} from '#sync/calls/sftp.ts'
import * as queries from './access-queries.ts'

/** What the calls about SFTP access are built from. */
export interface SftpRouteDeps {
  readonly database: Database
  readonly now: Clock
  readonly hasher: { readonly hash: (password: string) => Promise<string> }
  /** Where this process serves SFTP; null while it does not. */
  readonly server: () => SftpAccessAnswer['server']
}

const refusals = ['SFTP_FEATURE_MISSING'] as const

/** SFTP access of the account viewed (CONN-18): its state, a new one-time password, and its end. */
export function createSftpRoutes({ database, now, hasher, server }: SftpRouteDeps): readonly DeclaredRoute[] {
  const answerOf = (access: queries.StoredAccess): SftpAccessAnswer => ({
    ...access,
    changedAt: access.changedAt?.toISOString() ?? null,
    lastSignInAt: access.lastSignInAt?.toISOString() ?? null,
    server: server(),
  })
  return [
    route(
      { ...readSftpAccessCall, permission: 'sftp.read', summary: 'SFTP access of the account', refusals },
      async ({ caller: { accountId }, answerHeaders }) => {
        const access = await inAccount(database, accountId, (tx) => read(tx, accountId), { readOnly: true })
        return access.ok ? versioned(answerHeaders, answerOf(access.value)) : access
      },
    ),

    route(
      {
        ...enableSftpAccessCall,
        permission: 'sftp.update',
        freshProof: true,
        summary: 'Open SFTP access under a new one-time password',
        refusals: [...refusals, 'SFTP_SERVER_MISSING', 'REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller: { accountId, userId }, http, answerHeaders }) => {
        const password = sftpPassword(randomBytes(sftpPasswordBytes))
        const passwordHash = await hasher.hash(password)
        const enabled = await inAccount(database, accountId, async (tx) => {
          const known = await lock(tx, accountId)
          if (!known.ok) return known
          if (server() === null) return refuse('SFTP_SERVER_MISSING')
          const fresh = checkVersion(http.headers, known.value)
          if (!fresh.ok) return fresh
          const named = known.value.userName ?? (await newName(tx, accountId))
          await queries.enableAccess(tx, { accountId, userId, at: now() }, { userName: named, passwordHash })
          return read(tx, accountId)
        })
        return enabled.ok ? versioned(answerHeaders, { ...answerOf(enabled.value), password }) : enabled
      },
    ),

    route(
      {
        ...disableSftpAccessCall,
        permission: 'sftp.update',
        freshProof: true,
        summary: 'Close SFTP access',
        refusals: [...refusals, 'REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller: { accountId, userId }, http, answerHeaders }) => {
        const disabled = await inAccount(database, accountId, async (tx) => {
          const known = await lock(tx, accountId)
          if (!known.ok) return known
          const fresh = checkVersion(http.headers, known.value)
          if (!fresh.ok) return fresh
          await queries.disableAccess(tx, { accountId, userId, at: now() })
          return read(tx, accountId)
        })
        return disabled.ok ? versioned(answerHeaders, answerOf(disabled.value)) : disabled
      },
    ),
  ]
}

async function lock(tx: Transaction<Tables>, accountId: string): Promise<Result<queries.StoredAccess, Failure>> {
  await queries.lockAccess(tx, accountId)
  return read(tx, accountId)
}

async function read(tx: Transaction<Tables>, accountId: string): Promise<Result<queries.StoredAccess, Failure>> {
  const access = await queries.readAccess(tx, accountId)
  return access === null ? refuse('SFTP_FEATURE_MISSING') : succeed(access)
}

async function newName(tx: Transaction<Tables>, accountId: string): Promise<string> {
  return sftpUserName(await queries.readAccountName(tx, accountId), randomBytes(sftpUserNameBytes))
}
