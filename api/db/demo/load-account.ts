import type pg from 'pg'
import type { SecretSealer } from '../customer-secrets.ts'
import { atThePlatform, rachatNova, type AccountPlan, type DemoPlace, type DemoUser } from './account-plan.ts'
import { catalogRows } from './catalog-rows.ts'
import { configurationRows } from './configuration-rows.ts'
import { insertDispatch } from './dispatch-rows.ts'
import { insertHome } from './home-rows.ts'
import { insertRows, type Row } from './insert-rows.ts'
import { cookiesPolicy, legalTexts } from './legal-texts.ts'
import { cookiesTranslations, legalTranslations } from './legal-translations.ts'
import { demoDocument } from './identity-documents.ts'
import { pictureRows } from './drawings/picture-rows.ts'
import { demoCustomer, type DemoCustomer } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { refurbRows } from './refurb-rows.ts'
import { insertSellerSecrets, registerIdentity } from './seller-secrets.ts'
import { nameNativeStocks } from './stock-places.ts'
import { demoMailDomain } from './mail-domain.ts'

/** What every account of a run shares. */
export interface LoadContext {
  readonly seed: number
  readonly now: Date
  readonly passwordHash: string
  /** Seals the identity documents and bank accounts of the customers; without one they have none. */
  readonly vault: SecretSealer | null
}

/** The platform's own account with its head office. */
export interface LoadedPlatform {
  readonly accountId: string
  readonly organizationId: string
}

/** The buyer's account and the entity in it. */
export interface LoadedBuyer {
  readonly accountId: string
}

const day = 86_400_000
const bankSeed = 7_000
const documentSeed = 8_000
const pictureSeed = 9_000
const bannerSeed = 10_000

/** Makes the buyer's own account with its entity and user. */
export async function loadBuyer(client: pg.ClientBase, context: LoadContext): Promise<LoadedBuyer> {
  const random = createRandom(context.seed)
  const bornMs = context.now.getTime() - 400 * day
  const accountId = random.id(bornMs)
  await insertRows(client, 'account', [
    accountRow(accountId, bornMs, {
      name: rachatNova.name,
      main_color: rachatNova.mainColor,
      host: null,
      is_retailer: false,
    }),
  ])
  await insertRows(client, 'organization_root_detail', [{ account_id: accountId, id: random.id(bornMs) }])
  const places = await insertPlaces(client, random, accountId, bornMs, [rachatNova.place], 'lcm')
  await insertUsers(
    client,
    random,
    { accountId, bornMs, places, mailDomain: demoMailDomain },
    [rachatNova.user],
    context,
  )
  return { accountId }
}

/** Makes a retailer's account: places, people, catalogue, configuration; items come after. */
export async function loadAccount(
  client: pg.ClientBase,
  plan: AccountPlan,
  context: LoadContext & { readonly buyer?: LoadedBuyer; readonly platform?: LoadedPlatform },
): Promise<void> {
  const random = createRandom(context.seed)
  const bornMs = context.now.getTime() - 380 * day
  const accountId = random.id(bornMs)
  const { name, host, mainColor } = plan
  await insertRows(client, 'account', [
    accountRow(accountId, bornMs, { name, host, main_color: mainColor, is_retailer: true }),
  ])
  await insertRows(client, 'organization_root_detail', [settingsRow(random, accountId, plan, bornMs)])
  const places = await insertPlaces(client, random, accountId, bornMs, plan.places, 'root')
  await client.query(`update organization set default_warehouse_id = $2 where account_id = $1 and type = 'store'`, [
    accountId,
    places.get('warehouse1'),
  ])
  const buyerOrganizationId = await linkBuyer(client, random, accountId, bornMs, context.buyer)
  await insertUsers(client, random, { accountId, bornMs, places, mailDomain: plan.mailDomain }, plan.users, context)
  const drawn = Array.from({ length: plan.customers }, () => {
    const createdMs = bornMs + random.between(0, 370) * day
    const customer = demoCustomer(random)
    return { account_id: accountId, id: random.id(createdMs), ...customer, created_at: iso(createdMs) }
  })
  await insertCustomers(client, accountId, bornMs, drawn, context)
  const catalog = catalogRows(random, {
    accountId,
    bornMs,
    everyNthProduct: plan.everyNthProduct,
    buyerAccountId: context.buyer?.accountId ?? null,
    buyerOrganizationId,
    pictureSeed: context.seed + pictureSeed,
  })
  await insertRows(client, 'picture', await pictureRows(accountId, bornMs, catalog.drawings))
  for (const [table, rows] of catalog.tables) await insertRows(client, table, rows)
  for (const [table, rows] of configurationRows(random, { accountId, bornMs, categoryIds: catalog.leafIds }))
    await insertRows(client, table, rows)
  const warehouseIds = [places.get('warehouse1')!, places.get('warehouse2')!] as const
  await insertDispatch(client, random, { accountId, bornMs, warehouseIds })
  for (const [table, rows] of refurbRows(random, { accountId, bornMs, warehouseIds }))
    await insertRows(client, table, rows)
  await nameNativeStocks(client, accountId)
  await insertHome(client, random, { accountId, bornMs, pictureSeed: context.seed + bannerSeed })
}

type DrawnCustomer = Row & DemoCustomer & { readonly account_id: string; readonly id: string }

// What is sealed is drawn apart, so that everything else is the same with and without.
async function insertCustomers(
  client: pg.ClientBase,
  accountId: string,
  bornMs: number,
  drawn: readonly DrawnCustomer[],
  { vault, seed }: LoadContext,
): Promise<void> {
  if (vault === null) return insertRows(client, 'customer', drawn)
  const random = createRandom(seed + documentSeed)
  const sellers = drawn.map((customer) => ({ ...customer, document: demoDocument(random, customer.country, bornMs) }))
  await insertRows(
    client,
    'customer',
    sellers.map(({ document, ...customer }) => ({
      ...customer,
      account_holder: `${customer.first_name} ${customer.last_name}`,
      identification_type: document.type,
      identification_issued_on: document.issuedOn,
      identification_authority: document.authority,
      register_identity: registerIdentity(vault, accountId, { customer, document }),
    })),
  )
  await insertSellerSecrets(client, createRandom(seed + bankSeed), vault, sellers)
}

function accountRow(id: string, bornMs: number, own: Row): Row {
  return {
    id,
    company_country: 'FR',
    language: 'fr-FR',
    currency: 'EUR',
    time_zone: 'Europe/Paris',
    email_dpo: 'dpo@demo.example',
    is_buyer_and_workshops_supervisor: true,
    status: 'active',
    siret: null,
    capital: '250 000 €',
    country: 'FR',
    payment_issuer: 'retailer',
    transport_contract_holder: 'retailer',
    drop_off_locations_map_enabled: true,
    cookies_policy: cookiesPolicy,
    translations: cookiesTranslations,
    created_at: iso(bornMs),
    version: 1,
    ...own,
  }
}

function settingsRow(random: Random, accountId: string, plan: AccountPlan, bornMs: number): Row {
  return {
    account_id: accountId,
    id: random.id(bornMs),
    seller_support_email: `vendeurs@${plan.mailDomain}`,
    is_warehouse_comment_mandatory: false,
    is_warehouse_comment_shared_to_client: false,
    enabled_premium_features: [
      'custom_transfer_order',
      'imei_search_and_collect',
      'multi_product_cart',
      'payment_bonus',
      'absorption',
      'sftp_access',
    ],
    warehouse_checkin_requirement: 'optional',
    cart_min_value: 0,
    category_navigation_enabled: true,
    customer_identity_document_required: true,
    bar_code_enabled: true,
    tag_price_enabled: true,
    buyer_payment_enabled: false,
    ...legalTexts(plan),
    transfer_order_terms: transferOrderTerms(plan.name),
    translations: legalTranslations(plan),
    version: 1,
  }
}

/** The demo's stores are open from Tuesday to Saturday, with a rest at noon but for the last day. */
const visit = {
  phone: '+33 1 99 00 12 34',
  opening_hours: {
    days: [
      ...[2, 3, 4, 5].flatMap((day) => [
        { day, opens: '09:30', closes: '12:30' },
        { day, opens: '14:00', closes: '19:00' },
      ]),
      { day: 6, opens: '10:00', closes: '19:00' },
    ],
    closedOn: [],
  },
}

async function insertPlaces(
  client: pg.ClientBase,
  random: Random,
  accountId: string,
  bornMs: number,
  plan: readonly DemoPlace[],
  topModule: 'root' | 'lcm',
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  // A child's path is read from its parent, so places go in one by one, parents first.
  for (const [at, place] of plan.entries()) {
    const createdMs = bornMs + at * 60_000
    const id = random.id(createdMs)
    ids.set(place.key, id)
    await insertRows(client, 'organization', [
      {
        account_id: accountId,
        id,
        parent_organization_id: place.parent === undefined ? null : ids.get(place.parent),
        type: place.type,
        status: 'active',
        common_name: place.name,
        corporate_name: place.name,
        module_type: place.type === 'warehouse' ? 'rps' : place.type === 'store' ? 'tim' : topModule,
        street: place.street,
        zip_code: place.zip,
        city: place.city,
        country: 'FR',
        latitude: place.at[0],
        longitude: place.at[1],
        geocoded_by_user: false,
        external_id: place.externalId ?? null,
        ...(place.type === 'store' && visit),
        created_at: iso(createdMs),
        version: 1,
      },
    ])
  }
  return ids
}

async function linkBuyer(
  client: pg.ClientBase,
  random: Random,
  accountId: string,
  bornMs: number,
  buyer: LoadedBuyer | undefined,
): Promise<string | null> {
  if (buyer === undefined) return null
  await insertRows(client, 'account_link', [
    { account_id: accountId, buyer_account_id: buyer.accountId, status: 'active', created_at: iso(bornMs) },
  ])
  const places = await insertPlaces(client, random, accountId, bornMs, [rachatNova.place], 'lcm')
  const id = places.get('buyer')!
  await client.query('update organization set buyer_account_id = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    buyer.accountId,
  ])
  return id
}

interface HomeOfUsers {
  readonly accountId: string
  readonly bornMs: number
  readonly places: ReadonlyMap<string, string>
  readonly mailDomain: string
}

async function insertUsers(
  client: pg.ClientBase,
  random: Random,
  account: HomeOfUsers,
  users: readonly DemoUser[],
  { passwordHash, platform }: LoadContext & { readonly platform?: LoadedPlatform },
): Promise<void> {
  const { accountId, bornMs, places, mailDomain } = account
  const withIds = users.map((user, at) => {
    const isOfPlatform = user.at === atThePlatform
    const home = isOfPlatform ? platform : { accountId, organizationId: places.get(user.at) }
    if (home === undefined) throw new Error('the administrators of the platform have no account')
    // The platform has no language of its own.
    return { ...user, ...home, language: isOfPlatform ? 'fr-FR' : null, id: random.id(bornMs + at * 1000) }
  })
  await insertRows(
    client,
    'user_account',
    withIds.map((user) => ({
      account_id: user.accountId,
      id: user.id,
      email: `${user.name}@${mailDomain}`,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: passwordHash,
      password_changed_at: iso(bornMs),
      status: 'active',
      force_sso: false,
      language: user.language,
      created_at: iso(bornMs),
      version: 1,
    })),
  )
  await insertRows(
    client,
    'user_module',
    withIds.flatMap((user) =>
      user.modules.map((module) => ({
        account_id: user.accountId,
        user_id: user.id,
        module,
        user_type: user.userType,
        organization_id: user.organizationId,
      })),
    ),
  )
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function transferOrderTerms(name: string): string {
  return [
    'Je soussigné(e) {{customer_firstname}} {{customer_lastname}} certifie être propriétaire du produit {{product_label}}.',
    `Par la présente, je le cède à {{buyer_long_name}}, partenaire de reprise de ${name}, au prix de {{total_price}}, payé par {{payment_type}} après contrôle.`,
    'Je certifie que ce produit ne provient ni d’un vol ni d’une escroquerie, et que j’en ai retiré mes données personnelles, mes comptes et mes codes de verrouillage.',
    'Si le contrôle révèle un état différent de ma déclaration, un nouveau prix m’est proposé ; je peux le refuser, et le produit m’est alors renvoyé sans frais.',
  ].join('\n')
}
