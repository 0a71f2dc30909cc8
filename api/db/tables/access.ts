import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccessEventKind } from '#domain/access/one-time-code.ts'
import type { DemandableType } from '#domain/access/second-factor.ts'
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
  /** Raised each time the user is made inactive. */
  readonly access_epoch: Generated<number>
  /** Since when it has this e-mail. */
  readonly email_since: Generated<Date>
  readonly told: GeneratedAlways<string>
}

/** What a user is in a module. */
export interface UserModuleTable {
  readonly account_id: string
  readonly user_id: string
  readonly module: Module
  readonly user_type: UserType
  readonly organization_id: string
  /** Since when it is of this type. */
  readonly held_since: Generated<Date>
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
  /** The user's, at its start; it opens nothing in a later one. */
  readonly access_epoch: Generated<number>
  /** Whether its user has to set up a second factor before it opens anything. */
  readonly owes_second_factor: Generated<boolean>
  /** Whether a program outside of a browser keeps its token. */
  readonly of_program: Generated<boolean>
  /** When its user has last proven who it is. */
  readonly proven_at: Generated<Date>
}

/** How the users of an account sign in; an account without a row has the rules of the product. */
export interface SignInRuleTable {
  readonly account_id: string
  readonly second_factor_types: Generated<DemandableType[]>
  readonly office_idle_minutes: Generated<number>
  readonly office_absolute_hours: Generated<number>
  readonly floor_idle_minutes: Generated<number>
  readonly floor_absolute_hours: Generated<number>
  readonly proof_minutes: Generated<number>
  readonly offline_days: Generated<number>
  readonly version: Generated<number>
}

/** A key pair of a device that signs its user in under one host name. */
export interface PasskeyTable {
  readonly account_id: string
  readonly id: string
  readonly user_id: string
  readonly credential_id: Buffer
  readonly public_key: Buffer
  /** The device's count of signatures; 0 where it keeps none. */
  readonly counter: string
  readonly host: string
  readonly name: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

/** A push-only token of a device, user and module, and of one account. */
export interface DeviceGrantTable {
  readonly account_id: string
  readonly id: string
  readonly token_hash: Buffer
  readonly device_id: string
  readonly user_id: string
  readonly module: string
  /** The client that one of the platform's administrators has opened for it; null: the user's own account. */
  readonly client_id: string | null
  readonly created_at: Generated<Date>
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
  /** The user's, when it was given; it opens nothing in a later one. */
  readonly access_epoch: Generated<number>
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
  /** Named by its document at the first sign-in; null before, and after the secret or the address has been set again. */
  readonly issuer: Generated<string | null>
  readonly scope: string
  readonly email_claim: string
  readonly first_name_claim: string | null
  readonly last_name_claim: string | null
  readonly role_claim: string | null
  /** Whether an e-mail of a proven domain counts as verified where the provider does not say. */
  readonly trusts_unverified: Generated<boolean>
  readonly roles: ColumnType<readonly RoleMatch[], string, string>
  readonly version: Generated<number>
  readonly created_at: Generated<Date>
  readonly changed_at: Generated<Date>
}

/** An e-mail domain that signs in with an account's identity provider. */
export interface SsoDomainTable {
  readonly account_id: string
  readonly domain: string
  /** What a TXT record of the domain has to hold. */
  readonly token: Generated<string>
  /** How it was shown to be the account's; null: it was not, and nobody signs in by it. */
  readonly proof: Generated<'dns' | 'platform' | null>
  readonly proved_at: Generated<Date | null>
}

/** Whom a user is at an identity provider, bound at the first sign-in. */
export interface SsoIdentityTable {
  readonly account_id: string
  readonly user_id: string
  readonly issuer: string
  readonly subject: string
  readonly bound_at: Generated<Date>
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
  /** At which it began; null where it began before this was kept. */
  readonly issuer: Generated<string | null>
  readonly signed_in_at: Date | null
}

/** The secret of a user's one-time codes. */
export interface UserCodeTable {
  readonly account_id: string
  readonly user_id: string
  /** Sealed. */
  readonly secret: Buffer
  readonly confirmed_at: Date | null
  /** A number that may be larger than JavaScript's. */
  readonly last_step: Generated<string>
  readonly created_at: Generated<Date>
}

/** A code for one sign-in without the device. */
export interface RecoveryCodeTable {
  readonly account_id: string
  readonly user_id: string
  readonly code_hash: Buffer
  readonly salt: Buffer
  readonly used_at: Date | null
}

/** What happened to a user's ways of signing in. */
export interface AccessEventTable {
  readonly account_id: string
  readonly id: string
  readonly user_id: string
  readonly kind: AccessEventKind
  readonly actor_name: string
  readonly at: Date
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
  /** What it is about, where it is about buybacks. */
  readonly buyback_ids: Generated<readonly string[]>
  readonly told: GeneratedAlways<string>
}

/** Attempts in the current window, by key. */
export interface ThrottleTable {
  readonly key: string
  readonly window_started_at: Date
  readonly hits: number
}
