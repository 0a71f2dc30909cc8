import type { CommonPasswords } from '#domain/access/common-passwords.ts'
import type { Database } from '#api/db/database.ts'
import type { CallerFinder } from '#api/http/caller.ts'
import type { Clock } from '#api/http/clock.ts'
import type { CodeSealer } from './one-time-code-queries.ts'
import type { KnownDevices } from './known-devices.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordHasher } from './password-hash.ts'
import type { WorkKeys } from './sessions.ts'
import type { Throttle } from './throttle.ts'

/** What the identity routes are built from. */
export interface AccessDeps {
  readonly database: Database
  readonly now: Clock
  readonly hasher: PasswordHasher
  readonly commonPasswords: CommonPasswords
  readonly throttle: Throttle
  /** Seals the secrets of one-time codes. */
  readonly vault: CodeSealer
  readonly knownDevices: KnownDevices
  readonly passkeys: Passkeys
  /** Whether an e-mail is of the embedded demo, whose administrators sign in by a password alone that everybody reads. */
  readonly isOfDemo: (email: string) => boolean
  /** What a user's devices lock decided work with: the same at each sign-in, also after a restore of the database. */
  readonly workKeysOf: (userId: string) => WorkKeys
  readonly callers: CallerFinder
  /** Origin that links in mails begin with; from the configuration, never from a request. */
  readonly publicUrl: string
  /** Tells the mail runner that new mail waits; called after the commit. */
  readonly mailQueued: () => void
}
