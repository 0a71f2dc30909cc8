import type { Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import { patchColumns } from '#api/db/patch-columns.ts'
import type { Tables } from '#api/db/tables.ts'
import type { ModuleUse } from '#domain/organization/client.ts'
import type { ClientPatch, NewClient } from '#domain/settings/client.schema.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { listColumns, listedClient, type ListedRow } from './client-queries.ts'

type Tx = Transaction<Tables>
type Account = Selectable<Tables['account']>

const columns = {
  name: 'name',
  status: 'status',
  isRetailer: 'is_retailer',
  isBuyerAndWorkshopsSupervisor: 'is_buyer_and_workshops_supervisor',
  siret: 'siret',
  capital: 'capital',
  street: 'street',
  streetMore: 'street_more',
  zipCode: 'zip_code',
  city: 'city',
  country: 'country',
  companyCountry: 'company_country',
  language: 'language',
  timeZone: 'time_zone',
  emailDPO: 'email_dpo',
  webChannelUrl: 'web_channel_url',
  tagManagerId: 'tag_manager_id',
  consentToolId: 'consent_tool_id',
  trackingTags: 'tracking_tags',
  paymentIssuer: 'payment_issuer',
  transportContractHolder: 'transport_contract_holder',
} as const satisfies Record<keyof ClientPatch, keyof Account>

/** One client, by its account or by an entity of its tree. */
export async function readClient(
  tx: Tx,
  by: { readonly accountId: string } | { readonly organizationId: string },
  options: { readonly forUpdate?: boolean } = {},
): Promise<ClientAnswer | null> {
  const row = await tx
    .selectFrom('account')
    .select(listColumns)
    .select(['siret', 'capital', 'street', 'street_more', 'zip_code', 'city', 'country', 'company_country', 'language'])
    .select(['currency', 'time_zone', 'email_dpo', 'tag_manager_id', 'consent_tool_id', 'tracking_tags'])
    .select(['payment_issuer', 'transport_contract_holder'])
    .$if('accountId' in by, (query) => query.where('account.id', '=', 'accountId' in by ? by.accountId : ''))
    .$if('organizationId' in by, (query) =>
      query.where('account.id', 'in', (eb) =>
        eb
          .selectFrom('organization')
          .select('organization.account_id')
          .where('organization.id', '=', 'organizationId' in by ? by.organizationId : ''),
      ),
    )
    .$if(options.forUpdate === true, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row === undefined ? null : clientAnswer(row)
}

/** Makes an account, the top of its tree and its settings as they are at the start; answers its id. */
export async function insertClient(
  tx: Tx,
  { id = newId(), currency, start: _start, firstUsers: _users, ...client }: NewClient,
  host: string | null,
): Promise<string> {
  await tx
    .insertInto('account')
    .values({ ...patchColumns(columns, client), id, name: client.name, currency, host })
    .execute()
  await tx
    .insertInto('organization')
    .values({
      account_id: id,
      id: newId(),
      parent_organization_id: null,
      type: 'root_management_unit',
      module_type: 'root',
      common_name: client.name,
      corporate_name: client.name,
      siret: client.siret,
      capital: client.capital,
      street: client.street,
      street_more: client.streetMore,
      zip_code: client.zipCode,
      city: client.city,
      country: client.country,
      latitude: null,
      longitude: null,
      place_email: null,
      external_id: null,
      default_warehouse_id: null,
      buyer_account_id: null,
    })
    .execute()
  await sql`insert into organization_root_detail (account_id, id) values (${id}, ${newId()})`.execute(tx)
  return id
}

/** Writes the fields that a patch names. */
export async function updateClient(tx: Tx, id: string, patch: ClientPatch): Promise<void> {
  const values = patchColumns(columns, patch)
  if (Object.keys(values).length === 0) return
  await tx.updateTable('account').set(values).where('id', '=', id).execute()
}

/** The host under which a client's public site answers. */
export async function readHost(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('account').select('host').where('id', '=', id).executeTakeFirst()
  return row?.host ?? null
}

/** Lets a client's public site answer under another host, or under none. */
export async function writeHost(tx: Tx, id: string, host: string | null): Promise<void> {
  await tx.updateTable('account').set({ host }).where('id', '=', id).execute()
}

/** What of a client needs its modules. */
export async function readModuleUse(tx: Tx, id: string): Promise<ModuleUse> {
  const { rows } = await sql<ModuleUse>`select
    (select count(*)::int from organization where account_id = ${id} and type = 'store' and status = 'active') as stores,
    (select count(*)::int from organization where account_id = ${id} and type = 'warehouse' and status = 'active')
      as warehouses,
    (select coalesce(sum(users), 0)::int from account_module_users(${id}) where module = 'tim') as "retailUsers",
    (select coalesce(sum(users), 0)::int from account_module_users(${id}) where module in ('lcm', 'rps'))
      as "buyerUsers",
    (select count(*)::int from account_link where account_id = ${id} and status = 'active') as "linkedBuyers",
    (select count(*)::int from account_link where buyer_account_id = ${id} and status = 'active') as "linkedRetailers"
  `.execute(tx)
  return rows[0]!
}

type Row = ListedRow &
  Pick<Account, (typeof columns)[Exclude<keyof ClientPatch, 'name'>] & keyof Account> &
  Pick<Account, 'currency'>

function clientAnswer(row: Row): ClientAnswer {
  return {
    ...listedClient(row),
    siret: row.siret,
    capital: row.capital,
    street: row.street,
    streetMore: row.street_more,
    zipCode: row.zip_code,
    city: row.city,
    country: row.country,
    companyCountry: row.company_country,
    language: row.language,
    currency: row.currency,
    timeZone: row.time_zone,
    emailDPO: row.email_dpo,
    tagManagerId: row.tag_manager_id,
    consentToolId: row.consent_tool_id,
    trackingTags: row.tracking_tags,
    paymentIssuer: row.payment_issuer,
    transportContractHolder: row.transport_contract_holder,
  }
}
