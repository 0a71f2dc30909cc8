// Force binds the owner too. The owner's functions open the tables for themselves by their search path, for a setting
// of our own cannot be attached to a function without a superuser; the owner's sessions (demo account, restore) say
// app.system. Neither does anything for other logins, since the policy is the owner's alone.
// A subquery is asked once a statement instead of once a row.
const system = `(select current_setting('app.system', true) = 'on'
  or current_setting('search_path') = 'pg_catalog, public, pg_temp')`

/** What a login may do with a table. */
type Right = 'select' | 'insert' | 'update' | 'delete'

const read: readonly Right[] = ['select']
const append: readonly Right[] = ['select', 'insert']
const keep: readonly Right[] = ['select', 'insert', 'update']
const all: readonly Right[] = ['select', 'insert', 'update', 'delete']

/** One table's place in the division by account. */
export interface TenantTable {
  /** Rights of the API's login on rows of its own account. */
  readonly app: readonly Right[]
  /** Rights of client administration, over all accounts. */
  readonly admin?: readonly Right[]
  /** Rows that client administration sees, as a condition on the row; all of them where nothing is said. */
  readonly adminSees?: string
  /** Column that names the account; `account_id` but in the table of accounts itself. */
  readonly column?: 'account_id' | 'id'
  /** Further rows that the API's login may read, and nothing else, as a condition on the row. */
  readonly alsoReads?: string
  /**
   * The owner's functions search the table through indexes that no condition of a policy may stand before; they name
   * the account themselves.
   */
  readonly ownerSees?: 'always'
}

const current = `nullif(current_setting('app.account_id', true), '')::uuid`

/** Every table whose rows belong to an account. A table that is missing here has no rights and fails its test. */
export const tenantTables: Readonly<Record<string, TenantTable>> = {
  account: {
    app: ['select', 'update'],
    admin: all,
    // The platform's own account is no client.
    adminSees: 'not is_platform',
    column: 'id',
    // A buyer names the retailers that it reaches, and a retailer its buyers.
    alsoReads: `exists (select 1 from account_link l
      where (l.account_id = account.id and l.buyer_account_id = ${current})
        or (l.account_id = ${current} and l.buyer_account_id = account.id))`,
  },
  account_link: { app: all, admin: keep, alsoReads: `buyer_account_id = ${current}` },
  organization: { app: keep, admin: keep },
  organization_warehouse: { app: read },
  organization_store: { app: read },
  organization_root_detail: { app: keep, admin: keep },
  user_account: { app: keep },
  user_module: { app: all },
  session: { app: all },
  device_grant: { app: all },
  password_token: { app: all },
  sso_configuration: { app: keep },
  sso_domain: { app: all },
  sso_identity: { app: all },
  user_code: { app: all },
  recovery_code: { app: all },
  sign_in_rule: { app: keep },
  passkey: { app: all },
  access_event: { app: append },
  open_id_sign_in: { app: all },
  mail_message: { app: all },
  category: { app: all, admin: append },
  product: { app: all },
  product_category: { app: all },
  product_tac: { app: all },
  product_price: { app: all },
  product_price_change: { app: read },
  question: { app: all, admin: append },
  answer: { app: all, admin: append },
  category_question: { app: all, admin: append },
  picture: { app: ['select', 'insert', 'delete'], admin: append },
  legal_file: { app: all },
  home_page: { app: keep },
  home_widget: { app: all },
  home_widget_product: { app: all },
  searched_product: { app: read, ownerSees: 'always' },
  searched_facet: { app: read, ownerSees: 'always' },
  listed_product: { app: read, ownerSees: 'always' },
  searched_word: { app: read, ownerSees: 'always' },
  payment_mode: { app: all, admin: append },
  shipping_method: { app: all, admin: append },
  circuit: { app: all, admin: append },
  circuit_instruction: { app: all, admin: append },
  circuit_payment_mode: { app: all, admin: append },
  circuit_shipping_method: { app: all, admin: append },
  dispatch_circuit_rule: { app: all, admin: append },
  dispatch_circuit_rule_category: { app: all, admin: append },
  customer: { app: keep, ownerSees: 'always' },
  buyback: { app: keep },
  customer_key: { app: all },
  customer_secret: { app: all },
  cart: { app: keep },
  cart_line: { app: keep },
  quote: { app: keep },
  stock: { app: all },
  item: { app: keep },
  item_history: { app: append },
  check_in_round: { app: keep },
  questionnaire: { app: append },
  stock_count: { app: append },
  evidence_photo: { app: all },
  evidence_chunk: { app: all },
  refurb_step: { app: all, admin: read },
  refurb_step_cost: { app: all },
  refurb_question: { app: all, admin: read },
  refurb_answer: { app: all, admin: read },
  refurb_answer_step: { app: all, admin: read },
  package: { app: keep },
  package_number_block: { app: append },
  counter_catalog: { app: all },
  counter_catalog_part: { app: all },
  counter_number_block: { app: append },
  counter_seal_key: { app: all },
  customer_signature: { app: all },
  transport: { app: keep },
  warehouse_dispatch: { app: keep },
  warehouse_dispatch_rule: { app: all },
  warehouse_dispatch_rule_warehouse: { app: all },
  printer: { app: all },
  price_proposal: { app: keep },
  customer_notice: { app: all },
  customer_correction: { app: keep },
  pickup_booking: { app: all },
  relay_point: { app: all },
  buyback_relay_point: { app: all },
  return_label: { app: append },
  buyback_document: { app: keep },
  dashboard_week: { app: append },
  dashboard_statistic: { app: append },
  payer: { app: keep },
  payment: { app: ['select', 'update'] },
  payment_file: { app: keep },
  payment_rule: { app: keep },
  payment_release: { app: keep },
  payment_attempt: { app: keep },
  voucher: { app: append },
  ledger_entry: { app: read },
  purchase_register: { app: read, ownerSees: 'always' },
  purchase_register_head: { app: read },
  carrier: { app: all },
  carrier_service: { app: all },
  parcel: { app: keep },
  delivery_event: { app: append },
  sftp_access: { app: keep },
  export_job: { app: keep },
  export_part: { app: all },
  connector_configuration: { app: all },
  catalog_import: { app: all },
  catalog_import_ignored: { app: all },
  catalog_import_change: { app: all },
  catalog_column_matching: { app: keep },
  buyer_column_matching: { app: keep },
  sync_device: { app: keep },
  sync_op: { app: keep },
  sync_change: { app: read },
}

/** Tables without rows of an account, each with its reason. */
export const sharedTables: Readonly<Record<string, { readonly app: readonly Right[]; readonly reason: string }>> = {
  schema_migration: { app: read, reason: 'which migrations ran; the same for all accounts' },
  schema_rights: { app: [], reason: 'fingerprint of the rights last granted' },
  sync_epoch: { app: [], reason: 'one value for the whole database, read through current_sync_epoch()' },
  sync_horizon: { app: read, reason: 'how far the change log of the whole database is pruned' },
  buyback_number_block: { app: [], reason: 'numbers are unique over all accounts, drawn through draw_buyback_block()' },
  sftp_host_key: { app: keep, reason: 'the key by which the SFTP server of all accounts is known' },
  master_key: {
    app: keep,
    reason: 'names of the master keys of the installation, and those that were replaced, wrapped',
  },
  platform_setup: {
    app: [],
    reason: 'links to the first administrator, before any account is there; by platform_setup_*()',
  },
  roughly_analyzed: { app: [], reason: 'tables of all accounts together, kept by analyze_grown_catalog()' },
  throttle: { app: [], reason: 'attempts are counted before any account is known, through throttle_take()' },
}

/** Functions that the API's login may call beside those of the tables' triggers. */
export const appFunctions: readonly string[] = [
  'current_account_id()',
  'uuid_v7(timestamptz)',
  'search_text(text)',
  'told_pattern(text)',
  'questionnaire_of_day(uuid)',
  'merged_translations(jsonb, jsonb, text)',
  'promised_price(integer, jsonb)',
  'catalog_search(text, text[], boolean, boolean, text, uuid, text[], text[], integer, integer)',
  'product_page(text, uuid[], text[], integer[], integer[], text[], integer, integer, boolean)',
  'public_changes(uuid[], text[])',
  'erase_words_about(uuid)',
  'customers_told(text)',
  'purchases_told(text)',
  'auth_find_user(text)',
  'auth_end_session(bytea, uuid, timestamptz)',
  'auth_domain_is_used_elsewhere(uuid, text)',
  'auth_find_session(bytea)',
  'auth_demanded_of_buyer(uuid)',
  'auth_find_passkey(bytea)',
  'auth_session_has_no_module(bytea)',
  'auth_session_end_reason(bytea)',
  'auth_find_grant(bytea)',
  'auth_find_password_token(bytea)',
  'auth_domain_has_sso(text)',
  'auth_domain_is_proved_elsewhere(uuid, text)',
  'auth_sso_of_domain(text)',
  'auth_sso_of_organization(uuid)',
  'platform_account()',
  'platform_has_other_administrator(uuid)',
  'platform_open_client(uuid, uuid)',
  'platform_role_here(uuid, text)',
  'platform_setup_open(bytea, timestamptz)',
  'platform_setup_state(bytea, timestamptz)',
  'platform_setup_finish(bytea, timestamptz, uuid, text, text, text, text, text)',
  'sftp_find_access(text)',
  'site_of_host(text, boolean)',
  'host_holder(text, boolean)',
  'register_heads_due(timestamptz)',
  'public_picture(uuid)',
  'public_legal_file(uuid)',
  'throttle_hit(text, integer)',
  'throttle_take(text, integer, integer)',
  'throttle_clear(text)',
  'throttle_give_back(text)',
  'throttle_sweep()',
  'mail_claim(integer, integer)',
  'mail_reply_to(uuid, uuid)',
  'proposals_due(integer)',
  'customer_notices_due(integer)',
  'proposal_reminders_due(timestamp with time zone, integer)',
  'proposals_ended(timestamp with time zone, timestamp with time zone, uuid, integer)',
  'proposal_by_token(bytea)',
  'account_of_link(bytea)',
  'correction_by_token(bytea)',
  'buyback_documents_claim(integer, integer)',
  'draw_buyback_block(integer)',
  'sweep_carts(timestamptz, timestamptz)',
  'sweep_exports(timestamptz)',
  'sweep_corrections(timestamptz, timestamptz)',
  'sweep_text_pictures(timestamptz, timestamptz)',
  'statistics_due(timestamptz, integer)',
  'payment_attempt_by_key(text)',
  'send_job_once(text, jsonb, interval)',
  'payments_unasked(integer, boolean)',
  'payout_account(uuid)',
  'parcels_unasked(integer)',
  'imports_unworked(timestamptz, integer)',
  'sweep_trials(timestamptz)',
  'forget_imports(timestamptz, timestamptz, integer)',
  'trials_unworked(timestamptz, integer)',
  'analyze_grown_catalog()',
  'analyze_rested_catalog()',
  'refresh_read_tables(uuid[])',
  'products_found(uuid[], text[], text[])',
  'carrier_account(uuid)',
  'current_sync_epoch()',
  'master_keys_in_use()',
  'sealed_by_others(bytea)',
  'sync_prune_changes(interval, integer)',
  'sync_prune_operations(interval, integer)',
  'sync_accounts_with_held()',
]

/** Functions that client administration may call. */
export const adminFunctions: readonly string[] = [
  'uuid_v7(timestamptz)',
  'search_text(text)',
  'account_open_devices(uuid)',
  'account_module_users(uuid)',
  'delete_account(uuid)',
  'change_text_language(uuid, text, text)',
  'merged_translations(jsonb, jsonb, text)',
  'reindex_catalog(uuid, uuid, integer)',
]

/** The logins by name; `admin` is absent where the installation has none. */
export interface RoleNames {
  readonly owner: string
  readonly app: string
  readonly admin: string | null
}

/** SQL that sets rights and policies to exactly what the tables above say, regardless of what they were. */
export function rightsSql(roles: RoleNames): string {
  const app = quoted(roles.app)
  const admin = roles.admin === null ? null : quoted(roles.admin)
  const logins = [app, ...(admin === null ? [] : [admin])].join(', ')
  return [
    `grant usage on schema public to ${logins};`,
    `revoke all on all tables in schema public from public, ${logins};`,
    ...Object.entries(tenantTables).map(([name, table]) => tenantSql(name, table, quoted(roles.owner), app, admin)),
    ...Object.entries(sharedTables).map(([name, { app: rights }]) => grantTable(rights, name, app)),
    dropStrangePolicies(),
    revokeFunctions,
    ...jobRights(logins, app),
    ...appFunctions.map((name) => `grant execute on function ${name} to ${app};`),
    ...(admin === null ? [] : adminFunctions.map((name) => `grant execute on function ${name} to ${admin};`)),
  ].join('\n')
}

// The queues hold ids only, and one runner serves all accounts, so that their rows are not divided by account. The
// version of their form is the migrations' business.
function jobRights(logins: string, app: string): readonly string[] {
  return [
    `revoke all on schema pgboss from public, ${logins};`,
    `revoke all on all tables in schema pgboss from public, ${logins};`,
    `revoke all on all functions in schema pgboss from public, ${logins};`,
    `grant usage on schema pgboss to ${app};`,
    `grant select, insert, update, delete on all tables in schema pgboss to ${app};`,
    `revoke insert, delete on pgboss.version from ${app};`,
    `grant execute on function pgboss.job_now() to ${app};`,
  ]
}

function tenantSql(name: string, table: TenantTable, owner: string, app: string, admin: string | null): string {
  const own = `${table.column ?? 'account_id'} = ${current}`
  const policies = [
    policy('system', name, 'all', owner, table.ownerSees === 'always' ? 'true' : system),
    policy('own_account', name, 'all', app, own),
    ...(table.alsoReads === undefined ? [] : [policy('linked_account', name, 'select', app, table.alsoReads)]),
    ...(admin === null || table.admin === undefined
      ? []
      : [policy('administration', name, 'all', admin, table.adminSees ?? 'true')]),
  ]
  return [
    `alter table ${name} enable row level security;`,
    `alter table ${name} force row level security;`,
    ...['own_account', 'linked_account', 'administration', 'system'].map(
      (each) => `drop policy if exists ${each} on ${name};`,
    ),
    ...policies,
    grantTable(table.app, name, app),
    ...(admin === null ? [] : [grantTable(table.admin ?? [], name, admin)]),
  ].join('\n')
}

function policy(name: string, table: string, command: 'all' | 'select', role: string, condition: string): string {
  const check = command === 'all' ? ` with check (${condition})` : ''
  return `create policy ${name} on ${table} for ${command} to ${role} using (${condition})${check};`
}

function grantTable(rights: readonly Right[], table: string, role: string): string {
  return rights.length === 0 ? '' : `grant ${rights.join(', ')} on ${table} to ${role};`
}

// A policy under any other name is not ours and could only widen what ours say.
function dropStrangePolicies(): string {
  return `do $$ declare p record; begin
    for p in select tablename, policyname from pg_policies where schemaname = 'public'
      and policyname not in ('system', 'own_account', 'linked_account', 'administration')
    loop execute format('drop policy %I on public.%I', p.policyname, p.tablename); end loop;
  end $$;`
}

const revokeFunctions = `do $$ declare f record; begin
  for f in select p.oid::regprocedure as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop execute format('revoke all on function %s from public', f.signature); end loop;
end $$;`

function quoted(role: string): string {
  return `"${role.replaceAll('"', '""')}"`
}
