import type { ColumnType, Generated } from 'kysely'
import type { SessionEndReason } from '#domain/access/session-end.ts'
import type { RoleMatch } from '#domain/access/sso-claims.ts'
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
  /** Whether it stands for an administrator of the platform who has opened the account; it signs in nowhere. */
  readonly stands_in: Generated<boolean>
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
  /** Why it was revoked, where its user should know. */
  readonly end_reason: Generated<SessionEndReason | null>
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

/** The identity provider of an account. */
export interface SsoConfigurationTable {
  readonly account_id: string
  readonly id: string
  readonly status: Generated<'active' | 'inactive'>
  readonly client_id: string
  /** Sealed. */
  readonly client_secret: Buffer
  readonly configuration_endpoint: string
  readonly scope: string
  readonly email_claim: string
  readonly first_name_claim: string | null
  readonly last_name_claim: string | null
  readonly role_claim: string | null
  readonly roles: ColumnType<readonly RoleMatch[], string, string>
  readonly version: Generated<number>
  readonly created_at: Generated<Date>
  readonly changed_at: Generated<Date>
}

/** An e-mail domain that signs in with an account's identity provider. */
export interface SsoDomainTable {
  readonly account_id: string
  readonly domain: string
}

/** A way to an identity provider and back; of its secrets the hashes. */
export interface OpenIdSignInTable {
  readonly account_id: string
  readonly state_hash: Buffer
  readonly browser_hash: Buffer
  readonly created_at: Date
  readonly expires_at: Date
  readonly answered_at: Date | null
  readonly user_id: string | null
  readonly ticket_hash: Buffer | null
  readonly ticket_expires_at: Date | null
  readonly logout_address: string | null
  readonly signed_in_at: Date | null
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
