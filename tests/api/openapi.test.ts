import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { errorCodes } from '#api/http/error-status.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { readDescription, type Description } from '#tests/support/description.ts'

let api: TestApi
let description: Description

beforeAll(async () => {
  api = await createTestApi()
  description = await readDescription(api)
})
afterAll(() => api.close())

describe('the description', () => {
  it('has every route with its permission, its part and who may call it', () => {
    expect(description.openapi).toBe('3.1.0')
    const parts = description.tags.map(({ name }) => name)
    for (const { spec } of api.app.routes) {
      const name = `${spec.method} ${spec.path}`
      const operation = description.operations.get(name)
      expect(operation?.description, name).toBe(`Permission: \`${spec.permission}\``)
      expect(parts, name).toContain(operation?.tags?.[0])
      expect(operation?.security.length === 0, name).toBe(spec.permission === 'none')
    }
    const heads = api.app.routes.filter(({ spec }) => spec.headed === true)
    expect(description.operations.size).toBe(api.app.routes.length + heads.length)
  })

  it('names each part of a path, each filter and each field that a list is ordered by', () => {
    for (const { spec } of api.app.routes) {
      const name = `${spec.method} ${spec.path}`
      const parameters = description.operations.get(name)?.parameters ?? []
      const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect(inPath.toSorted(), name).toEqual(
        [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).toSorted(),
      )
      const inQuery = parameters.filter((one) => one.in === 'query').map((one) => one.name.replace('[]', ''))
      const fields = z.toJSONSchema(spec.query ?? z.strictObject({}), {
        io: 'input',
        unrepresentable: 'any',
      }).properties
      expect(inQuery, name).toEqual(Object.keys(fields ?? {}))
    }
  })

  it('gives every refusal of every operation a status and a code that exists', () => {
    for (const [name, { responses }] of description.operations) {
      const codes = Object.entries(responses).flatMap(([status, response]) => {
        const named = response['x-codes'] ?? []
        expect(Number(status) >= 400, `${name} ${status}`).toBe(named.length > 0)
        return named
      })
      expect(errorCodes, name).toEqual(expect.arrayContaining(codes))
      expect(codes, name).toContain('SERVER_ERROR')
    }
  })

  it('writes lists, filters and bodies as they travel', () => {
    const list = description.operations.get('get /api/buybacks')
    expect(list?.parameters).toContainEqual(expect.objectContaining({ name: 'status[]', style: 'form', explode: true }))
    expect(list?.parameters).toContainEqual(expect.objectContaining({ name: 'order', style: 'deepObject' }))
    expect(Object.keys(list?.responses['200']?.content ?? {})).toEqual(['application/ld+json'])
    const patch = description.operations.get('patch /api/organization-root-details/{id}')
    expect(Object.keys(patch?.requestBody?.content ?? {})[0]).toBe('application/merge-patch+json')
    const label = description.operations.get('head /api/buybacks/{id}/shipping-label')
    expect(Object.keys(label?.responses ?? {})).toEqual(expect.arrayContaining(['200', '404', '425']))
    expect(description.operations.get('get /api/register')?.responses['200']?.content).toMatchObject({
      'application/ld+json': {},
      'text/csv; charset=utf-8': {},
      'application/pdf': {},
    })
  })
})

describe('for who generates a client from it', () => {
  it('says where it is served, and names every operation once', () => {
    expect(description.servers.map(({ url }) => url)).toEqual(['http://localhost:8080'])
    const ids = [...description.operations.values()].map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has its bodies and answers by name, and each name is of a schema', () => {
    const document = JSON.stringify([...description.operations, description.components])
    const named = new Set([...document.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!))
    expect([...named].filter((name) => description.components.schemas[name] === undefined)).toEqual([])
    expect(named).toContain('Buyback')
    for (const [name, { requestBody, responses }] of description.operations)
      for (const content of [requestBody?.content, responses['200']?.content])
        for (const { schema } of Object.values(content ?? {}))
          expect(Object.keys((schema['properties'] ?? {}) as object).length, name).toBeLessThan(2)
  })

  it('asks for every body that is not empty', () => {
    for (const { spec } of api.app.routes) {
      const name = `${spec.method} ${spec.path}`
      const { requestBody } = description.operations.get(name) ?? {}
      if (spec.body === undefined || requestBody === undefined) continue
      const mayBeBare = spec.bodyType !== 'merge-patch' && spec.body.safeParse({}).success
      expect(requestBody.required === true, name).toBe(!mayBeBare)
    }
  })
})

it('says that nobody signs in without a body', () => {
  const login = description.operations.get('post /api/login')?.requestBody
  expect(login?.required).toBe(true)
  expect(login?.content['application/json']?.example).toHaveProperty('password')
})

describe('its examples', () => {
  const withBody = () =>
    api.app.routes.flatMap(({ spec }) => {
      const operation = description.operations.get(`${spec.method} ${spec.path}`)
      const [content] = Object.values(operation?.requestBody?.content ?? {})
      const isJson = spec.bodyType === undefined || spec.bodyType === 'json' || spec.bodyType === 'merge-patch'
      return content === undefined || !isJson ? [] : [{ spec, name: `${spec.method} ${spec.path}`, content }]
    })

  it('are bodies that their operations take', () => {
    const shown = withBody().filter(({ content }) => content.example !== undefined)
    for (const { spec, name, content } of shown) {
      expect(spec.body?.safeParse(content.example).success, name).toBe(true)
      expect(description.parserOf(content.schema).safeParse(content.example).success, name).toBe(true)
    }
    expect(shown.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'post /api/login',
        'post /api/buybacks',
        'post /api/store/{storeId}/buybacks',
        'post /api/store/{storeId}/buybacks/{buybackId}/finalize',
        'post /api/buybacks/{id}/cancel',
      ]),
    )
  })

  it('are there for every body but those with a rule that its schema does not say', () => {
    const without = withBody().filter(({ content }) => content.example === undefined)
    expect(without.map(({ name }) => name)).toEqual([
      'post /api/set-up/{token}',
      'post /api/users',
      'post /api/accounts/{id}/users',
      'post /api/users/import',
      'post /api/accounts',
      'post /api/categories',
      'post /api/products/prices',
      'post /api/categories/{id}/diagnostic-questions',
      'post /api/evidence/{photoId}',
      'post /api/printers',
    ])
  })
})

describe('its page', () => {
  it('and all that it loads come from this server, under the rules of every page', async () => {
    const page = await api.request('/api/docs')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
    const html = await page.text()
    expect(html).not.toMatch(/https?:|<script>|\son\w+=/)
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(files).toHaveLength(4)
    for (const file of files) {
      const response = await api.request(file)
      expect([response.status, response.headers.get('x-content-type-options')], file).toEqual([200, 'nosniff'])
      const etag = response.headers.get('etag')
      if (etag === null) continue
      expect((await api.request(file, { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
    expect(await (await api.request('/api/docs/start.js')).text()).toContain('validatorUrl: null')
    expect((await api.request('/api/docs/package.json')).status).toBe(404)
  })
})
