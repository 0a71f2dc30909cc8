import type { Generated } from 'kysely'
import type { Language } from '#domain/kernel/languages.ts'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'

/** A user; the e-mail is lower case and unique over all accounts. */
export interface UserAccountTable {
  readonly account_id: string
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly password_hash: string | null
  readonly password_changed_at: Date | null
  readonly status: Generated<'active' | 'inactive'>
  readonly force_sso: Generated<boolean>
  readonly language: Language | null
  readonly created_at: Generated<Date>
  readonly last_login_at: Date | null
  readonly version: Generated<number>
}

/** What a user is in a module. */
export interface UserModuleTable {
  readonly account_id: string
  readonly user_id: string
  readonly module: Module
  readonly user_type: UserType
  readonly organization_id: string
}

/** A signed-in browser or API client; only the token’s hash is kept. */
export interface SessionTable {
  readonly account_id: string
  readonly id: string
  readonly token_hash: Buffer
  readonly user_id: string
  /** Null once it was taken from the user. */
  readonly module: string | null
  readonly viewed_account_id: string
  readonly created_at: Generated<Date>
  readonly last_seen_at: Generated<Date>
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly via_openid: Generated<boolean>
  readonly user_agent: string | null
}

/** A push-only token of a device, user and module. */
export interface DeviceGrantTable {
  readonly account_id: string
  readonly id: string
  readonly token_hash: Buffer
  readonly device_id: string
  readonly user_id: string
  readonly module: string
  readonly created_at: Generated<Date>
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
}

/** A link of a password mail. */
export interface PasswordTokenTable {
  readonly account_id: string
  readonly id: string
  readonly user_id: string
  readonly token_hash: Buffer
  readonly purpose: 'renew' | 'create'
  readonly created_at: Generated<Date>
  readonly expires_at: Date
  readonly used_at: Date | null
}

/** E-mail domains that sign in elsewhere. */
export interface SsoConfigurationTable {
  readonly account_id: string
  readonly id: string
  readonly domains: string[]
  readonly status: Generated<'active' | 'inactive'>
  readonly created_at: Generated<Date>
}

/** A mail to send or sent, once for each `dedupe_key`. */
export interface MailMessageTable {
  readonly account_id: string
  readonly id: string
  readonly dedupe_key: string
  readonly kind: string
  readonly recipient: string
  readonly language: Language
  readonly subject: string
  readonly body_text: string
  readonly body_html: string | null
  readonly status: Generated<'queued' | 'sending' | 'sent' | 'failed'>
  readonly attempts: Generated<number>
  readonly next_attempt_at: Generated<Date>
  readonly last_error: string | null
  readonly created_at: Generated<Date>
  readonly sent_at: Date | null
}

/** Attempts in the current window, by key. */
export interface ThrottleTable {
  readonly key: string
  readonly window_started_at: Date
  readonly hits: number
}
