import { expect, it } from 'vitest'
import { nameSchemas, type NamedDocument } from './name-schemas.ts'
import { runInSlices } from './run-in-slices.ts'
import { operationIdOf } from './operation-id.ts'

const named = (document: NamedDocument): Promise<NamedDocument> => runInSlices(nameSchemas(document))

const address = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } }
const user = { type: 'object', properties: { id: { type: 'string' }, address } }
const store = { type: 'object', properties: { name: { type: 'string' }, address } }
const answer = (schema: object) => ({ '200': { content: { 'application/json': { schema } } } })
const at = (name: string) => ({ $ref: `#/components/schemas/${name}` })

it('bodies, answers and what they share have names, and stand once', async () => {
  const list = { type: 'object', properties: { 'hydra:member': { type: 'array', items: store }, total: {} } }
  const { paths, components } = await named({
    paths: {
      '/api/users': {
        post: {
          operationId: 'postUsers',
          requestBody: { content: { 'application/json': { schema: { ...user, required: ['id'] } } } },
          responses: answer(user),
        },
      },
      '/api/users/{id}': { get: { operationId: 'getUsersById', responses: answer(user) } },
      '/api/stores': { get: { operationId: 'getStores', responses: answer(list) } },
    },
    components: { schemas: { Refusal: { type: 'string' } } },
  } as unknown as NamedDocument)
  expect(Object.keys(components.schemas).toSorted()).toEqual(
    ['Address', 'GetStoresAnswer', 'ListedStore', 'PostUsersBody', 'Refusal', 'User'].toSorted(),
  )
  expect(components.schemas['User']).toMatchObject({ properties: { address: at('Address') } })
  expect(components.schemas['GetStoresAnswer']).toMatchObject({
    properties: { 'hydra:member': { items: at('ListedStore') } },
  })
  expect(paths['/api/users']).toMatchObject({ post: { responses: answer(at('User')) } })
})

it('two shapes that ask for one name get two', async () => {
  const other = { ...address, properties: { ...address.properties, zip: {} } }
  const holder = (schema: object) => ({ type: 'object', properties: { address: schema, more: {} } })
  const { components } = await named({
    paths: Object.fromEntries(
      [holder(address), { ...holder(address), title: 'b' }, holder(other), { ...holder(other), title: 'd' }].map(
        (schema, n) => [`/api/x${n}`, { get: { operationId: `getX${n}`, responses: answer(schema) } }],
      ),
    ),
    components: { schemas: {} },
  } as unknown as NamedDocument)
  expect(components.schemas).toMatchObject({ Address: address, GetX2AnswerAddress: other })
})

it('an operation is named after its method and path', () => {
  expect(operationIdOf('get', '/api/users/{id}/current-organization')).toBe('getUsersByIdCurrentOrganization')
  expect(operationIdOf('get', '/api/openapi.json')).toBe('getOpenapiJson')
})
