import type pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { insertRows, type Row } from '#api/db/demo/insert-rows.ts'
import { createTestApi, type TestApi, type TestApiOptions, type TestRequest } from './api.ts'
import { connectAsOwner, publishTerms } from './factories.ts'
import { visitorToken } from './visitor-token.ts'

/** A small catalog that a public site shows, on the real application. */
export interface PublicWorld {
  readonly api: TestApi
  readonly owner: pg.Client
  readonly accountId: string
  /** Categories by identifier. */
  readonly categories: Readonly<Record<string, string>>
  /** Products by buyer reference. */
  readonly products: Readonly<Record<string, string>>
  /** Adds a published product; answers its id. */
  addProduct(product: TestProduct): Promise<string>
  /** Asks as a visitor of the site; each new name is another visitor. */
  ask(path: string, init?: TestRequest, visitor?: string): Promise<Response>
  /** Status and code of a refusal. */
  refusal(path: string): Promise<readonly [status: number, code: string]>
  /** Changes rows; the account is the text's first value. */
  change(text: string, ...values: readonly unknown[]): Promise<unknown>
  /** Leaves the account these premium features. */
  features(...enabled: readonly string[]): Promise<unknown>
  /** Asks and reads the answer, of any status. */
  read<T>(path: string, visitor?: string): Promise<T>
  close(): Promise<void>
}

/** A product as a test describes it. */
export interface TestProduct {
  readonly reference: string
  readonly label: string
  readonly brand: string
  readonly model?: string
  readonly gtin?: string
  readonly category: string
  readonly tacs?: readonly string[]
  readonly prices?: Readonly<Record<string, number>>
  readonly row?: Row
}

const tree: readonly (readonly [identifier: string, name: string, parent: string | null])[] = [
  ['telephonie', 'Téléphonie', null],
  ['smartphones', 'Smartphones', 'telephonie'],
  ['audio', 'Audio', null],
  ['ecouteurs', 'Écouteurs', 'audio'],
  ['kopfhoerer', 'Kopfhörer', 'audio'],
  ['boormachines', 'Boormachines', null],
  ['cameras', 'Cameras', null],
  ['vide', 'Rayon vide', null],
]

const stock: readonly TestProduct[] = [
  phone('IP13', 'iPhone 13', 'Apple', 'A2633', ['35123456']),
  phone('IP13M', 'iPhone 13 mini', 'Apple', 'A2628'),
  phone('IP14', 'iPhone 14', 'Apple', 'A2882', ['01356700']),
  { ...phone('S21', 'Galaxy S21', 'Samsung', 'SM-G991B', ['35987654']), gtin: '8806090886713' },
  phone('P30', 'P30 Pro', 'Huawei', 'VOG-L29'),
  { reference: 'WF4', label: 'WF-1000XM4', brand: 'Sony', category: 'ecouteurs', prices: { grade_a: 6_500 } },
  { reference: 'WH5', label: 'WH-1000XM5', brand: 'Sony', category: 'kopfhoerer', prices: { grade_a: 14_000 } },
  { reference: 'DRILL', label: 'Accuboor GSR 18', brand: 'Bosch', category: 'boormachines' },
  { reference: 'EOS', label: 'EOS R6', brand: 'Canon', category: 'cameras', gtin: '0013803329704' },
]

function phone(reference: string, label: string, brand: string, model: string, tacs: readonly string[] = []) {
  return { reference, label, brand, model, tacs, category: 'smartphones', prices: { grade_a: 30_000, grade_b: 24_000 } }
}

/** Boots the application with the catalog in its first account. */
export async function createPublicWorld(options: TestApiOptions = {}): Promise<PublicWorld> {
  const api = await createTestApi(options)
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  await publishTerms(owner)
  const accountId = api.accounts.retailer.id
  const categories: Record<string, string> = {}
  for (const [at, [identifier, name, parent]] of tree.entries()) {
    categories[identifier] = newId()
    await owner.query(
      `insert into category (account_id, id, identifier, name, parent_category_id, position)
       values ($1, $2, $3, $4, $5, $6)`,
      [accountId, categories[identifier], identifier, name, parent === null ? null : categories[parent], at],
    )
  }
  const addProduct = (product: TestProduct) => insertProduct(owner, accountId, categories, product)
  const products: Record<string, string> = {}
  for (const product of stock) products[product.reference] = await addProduct(product)
  const tokens = new Map<string, Promise<string>>()
  const ask: PublicWorld['ask'] = async (path, init = {}, visitor = 'somebody') => {
    const token = tokens.get(visitor) ?? visitorToken(api)
    tokens.set(visitor, token)
    const headers = { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${await token}` }
    return api.request(path, { ...init, headers })
  }
  const change: PublicWorld['change'] = (text, ...values) => owner.query(text, [accountId, ...values])
  return {
    api,
    owner,
    accountId,
    categories,
    products,
    addProduct,
    ask,
    refusal: async (path) => {
      const response = await ask(path)
      return [response.status, ((await response.json()) as { readonly code: string }).code]
    },
    change,
    features: (...enabled) =>
      change('update organization_root_detail set enabled_premium_features = $2 where account_id = $1', enabled),
    read: async <T>(path: string, visitor?: string) => (await ask(path, {}, visitor)).json() as Promise<T>,
    close: async () => {
      await owner.end()
      await api.close()
    },
  }
}

async function insertProduct(
  owner: pg.ClientBase,
  account_id: string,
  categories: Readonly<Record<string, string>>,
  { reference, label, brand, model, gtin, category, tacs = [], prices = { grade_a: 10_000 }, row = {} }: TestProduct,
): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into product (account_id, id, label, brand, manufacturer_model, gtin, buyer_reference, main_category_id,
       status) values ($1, $2, $3, $4, $5, $6, $7, $8, 'published')`,
    [account_id, id, label, brand, model ?? null, gtin ?? null, reference, categories[category]],
  )
  for (const [column, value] of Object.entries(row))
    await owner.query(`update product set ${column} = $3 where account_id = $1 and id = $2`, [account_id, id, value])
  await insertRows(
    owner,
    'product_tac',
    tacs.map((tac) => ({ account_id, tac, product_id: id })),
  )
  await insertRows(
    owner,
    'product_price',
    Object.entries(prices).map(([grade, price_cents]) => ({ account_id, product_id: id, grade, price_cents })),
  )
  return id
}
