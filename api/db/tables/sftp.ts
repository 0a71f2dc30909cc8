import type { Generated } from 'kysely'

/** SFTP access of an account. */
export interface SftpAccessTable {
  readonly account_id: string
  readonly user_name: string
  /** Null while the access is inactive. */
  readonly password_hash: string | null
  readonly changed_at: Date
  readonly changed_by: string
  readonly last_sign_in_at: Date | null
  readonly version: number
}

/** A master key that was the present one at some time. */
export interface MasterKeyTable {
  readonly name: Buffer
  readonly first_used_at: Date
  /** Wrapped by its successor; null for the present one. */
  readonly wrapped: Generated<Buffer | null>
  readonly proves: Generated<boolean>
}

/** The key of the SFTP server; one row. */
export interface SftpHostKeyTable {
  readonly is_the_one: boolean
  readonly wrapped_key: Buffer
  readonly created_at: Date
}
