import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import type { TreeCategory } from '#sync/calls/category.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
beforeAll(async () => {
  world = await createPublicWorld()
})
afterAll(() => world.close())

async function tree(session: TestSession): Promise<readonly TreeCategory[]> {
  const response = await session.request('/api/categories/tree')
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly categories: readonly TreeCategory[] }).categories
}

it.each(userTypes.filter((type) => type !== 'pseudo_anonymous'))(
  'the tree shows every category, parents before their children, to a %s',
  async (type) => {
    const categories = await tree(await world.api.signIn(type))
    const names = new Map(categories.map(({ id, name }) => [id, name]))
    expect(categories.map(({ name, parentId }) => [name, parentId === null ? null : names.get(parentId)])).toEqual([
      ['Téléphonie', null],
      ['Smartphones', 'Téléphonie'],
      ['Audio', null],
      ['Écouteurs', 'Audio'],
      ['Kopfhörer', 'Audio'],
      ['Boormachines', null],
      ['Cameras', null],
      ['Rayon vide', null],
    ])
  },
)

it('the tree holds archived categories, whose products are still listed', async () => {
  const id = newId()
  await world.change(
    `insert into category (account_id, id, identifier, name, status, position) values ($1, $2, 'old', 'Old', 'archived', 99)`,
    id,
  )
  expect((await tree(await world.api.signIn('admin'))).at(-1)).toEqual({ id, name: 'Old', parentId: null })
})

it('nobody of another account reads it, and no visitor', async () => {
  const own = new Set(Object.values(world.categories))
  expect((await tree(await world.api.signIn('admin@other.example'))).filter(({ id }) => own.has(id))).toEqual([])
  expect((await world.api.request('/api/categories/tree')).status).toBe(401)
  expect((await world.ask('/api/categories/tree')).status).toBeOneOf([401, 403])
})
