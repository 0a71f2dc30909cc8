import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { CategoryAnswer, ListedCategory, TreeCategory } from '#sync/calls/category.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let seller: TestSession

beforeAll(async () => {
  world = await createPublicWorld()
  seller = await world.api.signIn('store_seller')
  const { change, categories } = world
  await world.addProduct({ reference: 'NEW', label: 'Brouillon', brand: 'X', category: 'smartphones' })
  await change(`update product set status = 'draft' where account_id = $1 and buyer_reference = 'NEW'`)
  const [circuit, rule] = [newId(), newId()]
  await change(
    `insert into circuit (account_id, id, name, type, status) values ($1, $2, 'Par la poste', 'web_post', 'enabled')`,
    circuit,
  )
  await change(`insert into dispatch_circuit_rule (account_id, id, circuit_id) values ($1, $2, $3)`, rule, circuit)
  await change(
    `insert into dispatch_circuit_rule_category (account_id, rule_id, category_id) values ($1, $2, $3)`,
    rule,
    categories['telephonie'],
  )
})
afterAll(() => world.close())

interface Page {
  readonly 'hydra:member': readonly ListedCategory[]
  readonly 'hydra:totalItems'?: number
}

async function read<T>(path: string, session = seller): Promise<T> {
  const response = await session.request(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as T
}
const names = async (query: string) =>
  (await read<Page>(`/api/categories?${query}`))['hydra:member'].map(({ name }) => name)
const tree = async (path: string) =>
  (await read<{ readonly categories: readonly TreeCategory[] }>(path)).categories.map(({ name }) => name)

describe('the list of categories (CAT-16)', () => {
  it('comes in the order of the tree, with counts of what lies below (CAT-04)', async () => {
    const { 'hydra:member': members, 'hydra:totalItems': total } = await read<Page>('/api/categories')
    expect(total).toBe(8)
    expect(members.slice(0, 3).map((row) => [row.name, row.numberOfProducts, row.numberOfPublishedProducts])).toEqual([
      ['Téléphonie', 6, 5],
      ['Smartphones', 6, 5],
      ['Audio', 2, 2],
    ])
    expect(members.slice(0, 3).map(({ productCount }) => productCount)).toEqual([
      { web: 5, store: 0 },
      { web: 5, store: 0 },
      { web: 0, store: 0 },
    ])
  })

  it('is sorted, filtered and paged', async () => {
    expect(await names('search=ECOUT')).toEqual(['Écouteurs'])
    expect(await names('search=kopfhoerer')).toEqual(['Kopfhörer'])
    expect(await names('search=nothing')).toEqual([])
    expect(await names('status=archived')).toEqual([])
    expect(await names(`parentId=${world.categories['audio']}`)).toEqual(['Écouteurs', 'Kopfhörer'])
    expect(await names('order[name]=desc&itemsPerPage=2')).toEqual(['Téléphonie', 'Smartphones'])
    expect(await names('order[name]=desc&itemsPerPage=2&page=2')).toEqual(['Rayon vide', 'Kopfhörer'])
    expect(await names('order[numberOfProducts]=desc&order[name]=asc&itemsPerPage=3')).toEqual([
      'Smartphones',
      'Téléphonie',
      'Audio',
    ])
    expect(await read<Page>('/api/categories?partial=true&itemsPerPage=1')).not.toHaveProperty('hydra:totalItems')
    expect((await seller.request('/api/categories?order[color]=asc')).status).toBe(400)
  })

  it('leaves out on demand those without products', async () => {
    const { 'hydra:member': members } = await read<Page>('/api/categories/with-products')
    expect(members.map(({ name }) => name)).not.toContain('Rayon vide')
    expect(members).toHaveLength(7)
  })
})

describe('one category', () => {
  it.each(['/api/categories', '/api/internal/categories'])('is whole at %s (CAT-03, CAT-04, CAT-20)', async (path) => {
    const response = await seller.request(`${path}/${world.categories['smartphones']}`)
    expect(response.headers.get('etag')).toBe('"1"')
    const category = (await response.json()) as CategoryAnswer
    expect(category).toMatchObject({
      name: 'Smartphones',
      identifier: 'smartphones',
      status: 'active',
      parentId: world.categories['telephonie'],
      children: [],
      absorptionType: 'none',
      image: null,
      referringWorkshops: [],
      circuits: [{ name: 'Par la poste', type: 'web_post', isInherited: true }],
      dispatchCircuitRules: [{ isInherited: true }],
      dispatchCircuitRule: { isInherited: true },
    })
    const above = await read<CategoryAnswer>(`${path}/${world.categories['telephonie']}`)
    expect(above.children).toEqual([{ id: category.id, name: 'Smartphones' }])
    expect(above.circuits).toMatchObject([{ isInherited: false }])
  })

  it('names the warehouses that dispatch rules about it lead to', async () => {
    const { warehouseId } = world.api.accounts.retailer
    const rule = newId()
    const condition = { attribute: 'category', operator: 'in', values: [world.categories['telephonie']] }
    await world.change(
      `insert into warehouse_dispatch_rule (account_id, id, title, position, conditions) values ($1, $2, 'Tél', 1, $3)`,
      rule,
      JSON.stringify([condition]),
    )
    await world.change(
      `insert into warehouse_dispatch_rule_warehouse (account_id, rule_id, warehouse_id, position) values ($1, $2, $3, 1)`,
      rule,
      warehouseId,
    )
    const { referringWorkshops } = await read<CategoryAnswer>(`/api/categories/${world.categories['smartphones']}`)
    expect(referringWorkshops.map(({ id }) => id)).toEqual([warehouseId])
  })

  it('of another account is not there, by any path', async () => {
    const other = await world.api.signIn('admin@other.example')
    const id = world.categories['smartphones']
    for (const path of [
      `/api/categories/${id}`,
      `/api/categories/tree/${id}`,
      `/api/internal/categories/${id}`,
      `/api/internal/categories/${id}/ancestry`,
      `/api/products/${world.products['IP13']}/category_tree`,
    ])
      expect((await other.request(path)).status, path).toBe(404)
    expect((await read<Page>('/api/categories', other))['hydra:member']).toEqual([])
  })
})

describe('trees (CAT-17, CAT-20)', () => {
  it('of a category hold it and those below', async () => {
    expect(await tree(`/api/categories/tree/${world.categories['audio']}`)).toEqual(['Audio', 'Écouteurs', 'Kopfhörer'])
  })

  it('of what circuits take hold what stands below the categories that they name', async () => {
    expect(await tree('/api/categories/connected-tree')).toEqual(['Téléphonie', 'Smartphones'])
  })

  it('of a product lead from the top to each of its categories', async () => {
    await world.change(
      `insert into product_category (account_id, product_id, category_id) values ($1, $2, $3)`,
      world.products['IP13'],
      world.categories['kopfhoerer'],
    )
    const path = `/api/products/${world.products['IP13']}/category_tree`
    expect(await read(path)).toMatchObject({
      mainCategoryId: world.categories['smartphones'],
      secondaryCategoryIds: [world.categories['kopfhoerer']],
    })
    expect(await tree(path)).toEqual(['Téléphonie', 'Smartphones', 'Audio', 'Kopfhörer'])
  })

  it('begin at the top, and lead to a category', async () => {
    expect(await tree('/api/internal/categories/root')).toEqual([
      'Téléphonie',
      'Audio',
      'Boormachines',
      'Cameras',
      'Rayon vide',
    ])
    expect(await tree(`/api/internal/categories/${world.categories['smartphones']}/ancestry`)).toEqual([
      'Téléphonie',
      'Smartphones',
    ])
  })
})
