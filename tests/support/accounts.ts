import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { sealSsoSecret } from '#api/db/sso-configuration.ts'
import type { Module } from '#domain/organization/module.ts'
import { moduleUserTypes } from '#domain/organization/module.ts'
import { isAdminType, userTypes, type UserType } from '#domain/organization/user-type.ts'
import { testVault } from './vault.ts'

/** One account with its tree: two branches, a store in each, two warehouses, a buyer organization where it has one. */
export interface SeededAccount {
  readonly id: string
  readonly rootDetailId: string
  readonly rootId: string
  readonly northId: string
  readonly southId: string
  readonly northStoreId: string
  readonly southStoreId: string
  readonly warehouseId: string
  readonly otherWarehouseId: string
}

export interface SeededAccounts {
  readonly retailer: SeededAccount
  /** Another retailer, whose data nobody of the first may reach. */
  readonly other: SeededAccount
  /** A buyer account of its own, linked to the first retailer. */
  readonly buyer: { readonly id: string; readonly organizationId: string }
  /** The platform's own account, where its administrators live. */
  readonly platform: { readonly id: string; readonly rootId: string }
  /** Ids of users by e-mail. */
  readonly userIds: Readonly<Record<string, string>>
}

/** E-mail of the test's user of a type. */
export function emailOf(type: UserType): string {
  return `${type}@retailer.example`
}

/** E-mail of a user given by type, or as it is. */
export function personOf(who: string): string {
  const type = userTypes.find((one) => one === who)
  return type === undefined ? who : emailOf(type)
}

// Checking a password costs what its hash says. Tests sign in so often that the product's cost would be much of a run.
const cheap = { memoryCost: 8, timeCost: 1 }
const hashes = new Map<string, Promise<string>>()

/** Fills an empty database: two retailers, a buyer linked to the first, a user of every type and some special ones. */
export async function seedAccounts(ownerUrl: string, password: string): Promise<SeededAccounts> {
  const passwordHash = await (hashes.get(password) ?? hash(password, cheap))
  hashes.set(password, Promise.resolve(passwordHash))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("begin; set local app.system = 'on'")
    const seeded = await seed(client, passwordHash)
    await client.query('commit')
    return seeded
  } finally {
    await client.end()
  }
}

/** Lets sessions of the office live as long as those of the floor, in each account that is there. */
export async function keepSessions(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("begin; set local app.system = 'on'")
    await client.query(`insert into sign_in_rule (account_id, version, office_idle_minutes, office_absolute_hours)
      select id, 0, 720, 168 from account on conflict do nothing`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function seed(client: pg.Client, passwordHash: string): Promise<SeededAccounts> {
  const retailer = await seedRetailer(client, 'Maison Essai', 'retailer.example')
  const other = await seedRetailer(client, 'Autre Maison', 'other.example')
  const buyer = { id: newId(), organizationId: newId() }
  await insert(client, 'account', { id: buyer.id, name: 'Reprise Pro', is_buyer_and_workshops_supervisor: true })
  await insert(client, 'account_link', { account_id: retailer.id, buyer_account_id: buyer.id })
  await insert(client, 'organization', {
    account_id: buyer.id,
    id: buyer.organizationId,
    type: 'buyer',
    common_name: 'Reprise Pro',
    module_type: 'lcm',
  })
  const platform = await seedPlatform(client)
  const userIds: Record<string, string> = {}
  const people = new People(client, passwordHash, userIds)
  for (const type of userTypes.filter((one) => one !== 'pseudo_anonymous' && one !== 'buyer_manager')) {
    const module = type.startsWith('warehouse') ? 'rps' : 'root'
    const [accountId, place] = isAdminType(type)
      ? [platform.id, platform.rootId]
      : [retailer.id, entityOf(retailer, type)]
    await people.add(accountId, emailOf(type), [[module, type, place]])
  }
  await people.add(buyer.id, emailOf('buyer_manager'), [['lcm', 'buyer_manager', buyer.organizationId]])
  const store = retailer.northStoreId
  await people.add(retailer.id, 'both@retailer.example', [
    ['root', 'store_manager', store],
    ['tim', 'store_manager', store],
  ])
  await people.add(retailer.id, 'second_operator@retailer.example', [
    ['rps', 'warehouse_operator', retailer.warehouseId],
  ])
  await people.add(retailer.id, 'south@retailer.example', [['root', 'store_seller', retailer.southStoreId]])
  await people.add(retailer.id, 'inactive@retailer.example', [['root', 'store_seller', store]], { status: 'inactive' })
  await people.add(retailer.id, 'forced@retailer.example', [['root', 'store_seller', store]], { force_sso: true })
  await people.add(retailer.id, 'someone@sso.example', [['root', 'store_seller', store]], { force_sso: true })
  await people.add(retailer.id, 'german@retailer.example', [['root', 'store_seller', store]], { language: 'de-DE' })
  await people.add(retailer.id, 'nothing@retailer.example', [])
  await people.add(platform.id, 'admin@other.example', [['root', 'admin', platform.rootId]])
  await people.add(other.id, 'manager@other.example', [['root', 'root_management_unit_manager', other.rootId]])
  await people.add(other.id, 'operator@other.example', [['rps', 'warehouse_operator', other.warehouseId]])
  await insert(client, 'sso_configuration', {
    account_id: retailer.id,
    id: newId(),
    status: 'active',
    client_id: 'reprise',
    client_secret: sealSsoSecret(testVault, retailer.id, 'a secret'),
    configuration_endpoint: 'https://sso.example/.well-known/openid-configuration',
    scope: 'openid email profile',
    email_claim: 'email',
    first_name_claim: 'given_name',
    last_name_claim: 'family_name',
  })
  await insert(client, 'sso_domain', {
    account_id: retailer.id,
    domain: 'sso.example',
    proof: 'platform',
    proved_at: new Date(),
  })
  return { retailer, other, buyer, platform, userIds }
}

async function seedPlatform(client: pg.Client): Promise<SeededAccounts['platform']> {
  await client.query(`select make_platform_account('fr-FR')`)
  const { rows } = await client.query<{ id: string; rootId: string }>(
    `select o.account_id as id, o.id as "rootId" from organization o join account a on a.id = o.account_id
      where a.is_platform`,
  )
  return rows[0]!
}

async function seedRetailer(client: pg.Client, name: string, host: string): Promise<SeededAccount> {
  const account: SeededAccount = {
    id: newId(),
    rootDetailId: newId(),
    rootId: newId(),
    northId: newId(),
    southId: newId(),
    northStoreId: newId(),
    southStoreId: newId(),
    warehouseId: newId(),
    otherWarehouseId: newId(),
  }
  const account_id = account.id
  const entity = (id: string, type: string, common_name: string, parent: string | null, rest: object = {}) =>
    insert(client, 'organization', { account_id, id, type, common_name, parent_organization_id: parent, ...rest })
  await insert(client, 'account', { id: account_id, name, host, is_retailer: true, main_color: '#1f5fd6' })
  await entity(account.rootId, 'root_management_unit', name, null)
  await entity(account.northId, 'management_unit', 'North', account.rootId)
  await entity(account.southId, 'management_unit', 'South', account.rootId)
  await entity(account.warehouseId, 'warehouse', 'Workshop', account.rootId, { module_type: 'rps' })
  await entity(account.otherWarehouseId, 'warehouse', 'Second workshop', account.rootId, { module_type: 'rps' })
  const sendsTo = { module_type: 'tim', default_warehouse_id: account.warehouseId }
  await entity(account.northStoreId, 'store', 'North store', account.northId, sendsTo)
  await entity(account.southStoreId, 'store', 'South store', account.southId, { module_type: 'tim' })
  await insert(client, 'organization_root_detail', { account_id, id: account.rootDetailId })
  return account
}

function entityOf(account: SeededAccount, type: UserType): string {
  if (type.startsWith('warehouse')) return account.warehouseId
  if (type.startsWith('store')) return account.northStoreId
  return type.startsWith('management_unit') ? account.northId : account.rootId
}

type AssignedModule = readonly [Module, UserType, string]

class People {
  readonly #client: pg.Client
  readonly #passwordHash: string
  readonly #ids: Record<string, string>

  constructor(client: pg.Client, passwordHash: string, ids: Record<string, string>) {
    this.#client = client
    this.#passwordHash = passwordHash
    this.#ids = ids
  }

  async add(account_id: string, email: string, assigned: readonly AssignedModule[], rest: object = {}): Promise<void> {
    const id = newId()
    this.#ids[email] = id
    const names = { first_name: 'Camille', last_name: email.split('@')[0] }
    const user = { account_id, id, email, ...names, password_hash: this.#passwordHash, ...rest }
    await insert(this.#client, 'user_account', user)
    for (const [module, user_type, organization_id] of assigned) {
      if (!moduleUserTypes[module].includes(user_type)) throw new Error(`${module} does not admit ${user_type}`)
      await insert(this.#client, 'user_module', { account_id, user_id: id, module, user_type, organization_id })
    }
  }
}

async function insert(client: pg.Client, table: string, row: object): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await client.query(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(row))
}
