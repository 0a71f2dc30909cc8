import { sql } from 'kysely'
import type { Database } from '#api/db/database.ts'
import type { Currency, Language } from '#domain/kernel/languages.ts'

/** The public face of an account, found by host name before anybody signs in. */
export interface PublicAccount {
  readonly id: string
  readonly name: string
  readonly company_country: string
  readonly language: Language
  readonly currency: Currency
  readonly time_zone: string
  readonly main_color: string
  readonly logo: string | null
  readonly favicon: string | null
  readonly host: string
  readonly web_channel_url: string | null
  readonly tag_manager_id: string | null
  readonly consent_tool_id: string | null
  readonly external_website_url: string | null
  readonly external_website_text: string | null
  readonly drop_off_locations_map_enabled: boolean
  readonly cookies_policy: string | null
}

/**
 * Finds the account at work that holds a host name.
 *
 * @param isAny Whether the account of `*` answers it where no other one holds it, at work or not
 */
export async function findAccountByHost(
  database: Database,
  host: string,
  isAny: boolean,
): Promise<PublicAccount | null> {
  const { rows } = await sql<PublicAccount>`
    select id, name, company_country, language, currency, time_zone, main_color, logo, favicon, host,
      web_channel_url, tag_manager_id, consent_tool_id, external_website_url, external_website_text, drop_off_locations_map_enabled, cookies_policy
    from site_of_host(${host}, ${isAny})
  `.execute(database.app)
  return rows[0] ?? null
}

/** The account that holds a host name, at work or not; null for a name that nobody holds. */
export async function findHolder(
  database: Pick<Database, 'app'>,
  host: string,
  isAny: boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from host_holder(${host}, ${isAny})`.execute(database.app)
  return rows[0]?.id ?? null
}
