// @module-tag slow
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { tenantTables } from '#api/db/rights.ts'
import { sealedOfCarriers } from '#api/features/delivery/carrier-queries.ts'
import { exampleOf } from '#api/http/example-of.ts'
import type { BodyType, DeclaredRoute } from '#api/http/route.ts'
import { typeHolds, type Permission } from '#domain/access/permission.ts'
import { isAdminType, userTypes, type UserType } from '#domain/organization/user-type.ts'
import type { SeededAccount } from '#tests/support/accounts.ts'
import { createTestApi, testPassword, type TestApi, type TestRequest } from '#tests/support/api.ts'
import { fillEveryTable } from '#tests/support/every-table.ts'
import { connectAsOwner, furnishRetailer, publishTerms } from '#tests/support/factories.ts'
import { pathKinds, type PathKind } from '#tests/support/path-kinds.ts'
import { firstAdministrator } from '#tests/support/platform.ts'
import { testVault } from '#tests/support/vault.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

interface Part {
  readonly name: string
  readonly upTo: string
}
const partsOf = ({ spec }: DeclaredRoute): readonly Part[] =>
  [...spec.path.matchAll(/\{(\w+)\}/g)].map(({ 0: part, 1: name, index }) => ({
    name: name!,
    upTo: spec.path.slice(0, index + part.length),
  }))
const nameOf = ({ spec }: DeclaredRoute) => `${spec.method} ${spec.path}`

let api: TestApi
let owner: pg.Client
let asking: readonly DeclaredRoute[]
type Sent = Readonly<Record<string, string>>
const headersOf = new Map<UserType, Sent>()
let visitor: Sent
let device: Sent
let ofOther: Sent

async function fill(account: SeededAccount, userId: string) {
  for (const table of ['sso_domain', 'sso_configuration'])
    await owner.query(`delete from ${table} where account_id = $1`, [account.id])
  await fillEveryTable(owner, { ...(await furnishRetailer(owner, account)), userId })
  await owner.query(
    `insert into pgboss.job (name, data, state) values ('payment-start', jsonb_build_object('accountId', $1::text), 'failed')`,
    [account.id],
  )
  await owner.query(
    `insert into export_job (account_id, id, content, started_by, created_at)
     select $1, uuid_v7(), content, $2, now() from unnest('{categories,diagnostic}'::text[]) as content`,
    [account.id, userId],
  )
  await owner.query(`update evidence_photo set width = 1, height = 1, uploaded_at = created_at where account_id = $1`, [
    account.id,
  ])
  // The rows of both accounts are told apart by their ids alone; nobody has to set up a second factor.
  await owner.query('update counter_catalog set version = md5(account_id::text) where account_id = $1', [account.id])
  await owner.query('delete from sign_in_rule where account_id = $1', [account.id])
  // A secret that opens, with which an event is told from a forged one.
  const carriers = await owner.query<{ id: string }>('select id from carrier where account_id = $1', [account.id])
  for (const { id } of carriers.rows)
    for (const { column, owner: keyOwner, label } of sealedOfCarriers)
      await owner.query(`update carrier set ${column} = $2 where id = $1`, [
        id,
        testVault.sealFor(keyOwner(account.id, id), 'a secret of the test', label(id, account.id)),
      ])
}

/** What of an account a part of a path may name: its rows, or the first and the last of many. */
async function namedBy(kind: PathKind, { id }: SeededAccount): Promise<readonly string[]> {
  if ('word' in kind) return [kind.word]
  const { table, column, ending } = kind
  const account =
    table === 'pgboss.job' ? `data ->> 'accountId'` : `${tenantTables[table]!.column ?? 'account_id'}::text`
  const { rows: found } = await owner.query<{ value: string }>(
    `select ${column}::text as value from ${table} where ${account} = $1 order by 1`,
    [id],
  )
  const values = found.map(({ value }) => `${value}${ending}`)
  return values.length > 3 ? [values[0]!, values.at(-1)!] : values
}

/** Every way in which a route can be asked with an id of the other account among its parts. */
async function pathsOf(one: DeclaredRoute): Promise<readonly string[]> {
  const { retailer, other } = api.accounts
  let paths: readonly { readonly path: string; readonly isForeign: boolean }[] = [
    { path: one.spec.path, isForeign: false },
  ]
  for (const { name, upTo } of partsOf(one)) {
    const kind = pathKinds[upTo]!
    const values = (await namedBy(kind, other)).map((value) => ({ value, isOthers: !('word' in kind) }))
    if (!('word' in kind)) values.push({ value: (await namedBy(kind, retailer))[0] ?? '', isOthers: false })
    paths = paths.flatMap(({ path, isForeign }) =>
      values.map(({ value, isOthers }) => ({
        path: path.replace(`{${name}}`, encodeURIComponent(value)),
        isForeign: isForeign || isOthers,
      })),
    )
  }
  return paths.filter(({ isForeign }) => isForeign).map(({ path }) => path)
}

/** A route with the other account's own ids in every part. */
async function ownPathsOf(one: DeclaredRoute): Promise<readonly string[]> {
  let paths: readonly string[] = [one.spec.path]
  for (const { name, upTo } of partsOf(one)) {
    const values = await namedBy(pathKinds[upTo]!, api.accounts.other)
    paths = paths.flatMap((path) => values.map((value) => path.replace(`{${name}}`, encodeURIComponent(value))))
  }
  return paths
}

/** Queries of which the first that a route takes is sent. */
const queries = [
  '',
  'offset=0',
  'on=2026-11-02',
  'near=69003',
  'action=payment_bonus',
  'content=products&strategy=generic',
  'content=products&strategy=generic&file_name=a.csv',
]

const answers = ['Yes', 'No'].map((name) => ({
  name,
  description: null,
  bestGrade: 'grade_a',
  impact: { type: 'none' },
}))
/** Bodies that no schema alone tells. */
const bodies: Readonly<Record<string, object>> = {
  'post /api/categories/{id}/diagnostic-questions': {
    title: 'Does it work?',
    howToTest: null,
    description: null,
    answers,
  },
  'post /api/evidence/{photoId}': {
    itemId: newId(),
    questionId: null,
    sha256: '0'.repeat(64),
    sizeBytes: 4,
    type: 'image/jpeg',
    takenAt: '2026-11-02T09:30:00.000Z',
  },
  'post /api/session/passkeys/{id}/remove': { password: testPassword },
  'post /api/set-up/{token}': firstAdministrator,
}

function requestOf(one: DeclaredRoute): { readonly search: string; readonly init: TestRequest } {
  const { spec } = one
  const takes = (text: string) =>
    spec.query === undefined || spec.query.safeParse(Object.fromEntries(new URLSearchParams(text))).success
  const search = queries.find(takes) ?? ''
  const method = spec.method.toUpperCase()
  if (spec.body === undefined) return { search, init: { method } }
  const told = JSON.stringify(bodies[nameOf(one)] ?? spec.example ?? exampleOf(spec.body))
  const [type, body = told] = typesOf[spec.bodyType as keyof typeof typesOf] ?? ['application/json']
  return { search, init: { method, body, headers: { 'content-type': type } } }
}
const typesOf: Partial<Record<BodyType, readonly [string, string?]>> = {
  csv: ['text/csv', 'a;b'],
  bytes: ['application/octet-stream', 'a'],
  'json-bytes': ['application/json', '{}'],
  'merge-patch': ['application/merge-patch+json'],
}

/** Who may call a route in the retailer's account. */
function callersOf({ spec: { permission } }: DeclaredRoute): readonly (readonly [string, Sent])[] {
  if (permission === 'none') return [['nobody', {}]]
  if (permission === 'grant') return [['device', device]]
  const types = [...headersOf].filter(
    ([type]) => ['session', 'visitor'].includes(permission) || typeHolds(type, permission as Permission),
  )
  return permission === 'visitor' ? [...types, ['visitor', visitor]] : types
}

/** Whether a route is for administrators of the platform alone, who open any account. */
const isOfPlatform = ({ spec: { permission } }: DeclaredRoute) =>
  !['none', 'grant', 'session', 'visitor'].includes(permission) &&
  userTypes.every((type) => isAdminType(type) || !typeHolds(type, permission as Permission))

/** A digest of every row of the other account. */
async function rowsOfOther(): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {}
  for (const [table, { column = 'account_id' }] of Object.entries(tenantTables)) {
    const { rows: found } = await owner.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t where ${column} = $1`,
      [api.accounts.other.id],
    )
    digests[table] = found[0]!.digest
  }
  const jobs = await owner.query(`select id, state from pgboss.job where data ->> 'accountId' = $1 order by id`, [
    api.accounts.other.id,
  ])
  return { ...digests, jobs: JSON.stringify(jobs.rows) }
}

beforeAll(async () => {
  api = await createTestApi()
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  const { retailer, other, userIds } = api.accounts
  await fill(retailer, userIds['second_operator@retailer.example']!)
  await fill(other, userIds['operator@other.example']!)
  await publishTerms(owner)
  for (const type of userTypes.filter((one) => one !== 'pseudo_anonymous'))
    headersOf.set(type, (await api.signIn(type, { as: 'api' })).headers)
  const floor = await api.signIn('warehouse_operator', { as: 'api', deviceId: newId() })
  device = { authorization: `Bearer ${floor.user.grant?.token}` }
  visitor = { authorization: `Bearer ${await visitorToken(api)}` }
  ofOther = (await api.signIn('admin@other.example', { as: 'api' })).headers
  asking = api.app.routes.filter((one) => partsOf(one).length > 0)
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

it('says of each part of a path what it names', () => {
  const named = new Set(asking.flatMap(partsOf).map(({ upTo }) => upTo))
  expect([...named].filter((upTo) => !(upTo in pathKinds)).toSorted(), 'parts that are not asked with').toEqual([])
  expect(
    Object.keys(pathKinds).filter((upTo) => !named.has(upTo)),
    'parts of no route',
  ).toEqual([])
})

/** Asks a route with paths; answers status and code of each. */
async function ask(one: DeclaredRoute, path: string, headers: Sent): Promise<string> {
  const { search, init } = requestOf(one)
  const sent = { ...headers, ...Object.fromEntries(new Headers(init.headers)) }
  const response = await api.request(search === '' ? path : `${path}?${search}`, { ...init, headers: sent })
  const text = await response.text()
  const { code = '' } = (text.startsWith('{') ? JSON.parse(text) : {}) as { readonly code?: string }
  return `${response.status} ${code}`.trim()
}

/** What is answered where an id is found by everybody who knows it, or asks for a secret beside it. */
const others: Readonly<Record<string, string>> = {
  'get /api/pictures/{id}': '200',
  'get /api/public/legal-files/{id}': '200',
  'post /api/carrier-events/{id}': '401 CARRIER_SIGNATURE_INVALID',
  'post /api/payment-events/{id}': '401 PAYMENT_SIGNATURE_INVALID',
  'post /api/open-id/{organizationId}/callback': '422 ACCESS_SSO_NOT_CONFIGURED',
}

describe('an id of another account in a path', { timeout: 240_000 }, () => {
  it('names nothing to any user, and nothing of that account changes', async () => {
    const before = await rowsOfOther()
    const odd = new Set<string>()
    const open = asking.filter((one) => !isOfPlatform(one))
    for (const one of open) {
      const expected = others[nameOf(one)]
      let isSeen = false
      const paths = await pathsOf(one)
      for (const [who, headers] of callersOf(one)) {
        if (isAdminType(who as UserType)) continue
        for (const path of paths) {
          const said = await ask(one, path, headers)
          const isUnknown = expected === undefined ? said.startsWith('404') : said === expected
          isSeen ||= isUnknown
          // What a body or its place asks of a caller beyond the route's permission.
          if (!isUnknown && said !== '403 ACCESS_PERMISSION_MISSING') odd.add(`${nameOf(one)}: ${said} (${who})`)
        }
      }
      if (!isSeen && paths.length > 0) odd.add(`${nameOf(one)}: nobody`)
    }
    expect([...odd].toSorted()).toEqual([])
    expect(open.length).toBeGreaterThan(150)
    expect(await rowsOfOther()).toEqual(before)
  })

  it('names nothing beside an own account for administrators of the platform either', async () => {
    const before = await rowsOfOther()
    const odd = new Set<string>()
    const { id } = api.accounts.retailer
    const ofPlatform = asking.filter(isOfPlatform)
    for (const one of ofPlatform)
      for (const path of (await pathsOf(one)).filter((each) => each.startsWith(`/api/accounts/${id}/users/`))) {
        const said = await ask(one, path, headersOf.get('admin')!)
        if (!said.startsWith('404')) odd.add(`${nameOf(one)}: ${said}`)
      }
    expect([...odd]).toEqual([])
    expect(await rowsOfOther()).toEqual(before)
  })

  // Else a path that names nothing at all would pass. Those of these routes ask for more than a row that is there.
  const askingMore = [
    'get /api/products/exports/{id}/{file}',
    'get /api/categories/exports/{id}/{file}',
    'get /api/diagnostic-questions/exports/{id}/{file}',
    'get /api/quotes/{token}',
    'get /api/public/shipping-methods/{id}/slots',
    'get /api/public/shipping-methods/{id}/relay-points',
    'get /api/counter/predeclared/{code}',
    'get /api/documents/return-label/{file}',
    'get /api/buybacks/{id}/shipping-label',
  ]

  it('is found by its own account, as long as nothing of it has changed', async () => {
    const unknown: string[] = []
    for (const one of asking.filter(({ spec }) => spec.method === 'get')) {
      if (one.spec.permission === 'none' || isOfPlatform(one)) continue
      const found: string[] = []
      for (const path of await pathsOf(one)) found.push(await ask(one, path, ofOther))
      if (found.length > 0 && found.every((said) => said.startsWith('404'))) unknown.push(nameOf(one))
    }
    expect(unknown).toEqual(askingMore)
  })

  // Of these writes the account's own rows are not found either: they ask for a state, a caller or a secret beside the
  // row, so that the 404 of a foreign id says little of them.
  const writesAskingMore: readonly string[] = [
    'patch /api/dispatch-circuit-rules/{id}/launch-premium-feature-connector',
    'patch /api/own-prices/{id}',
    'post /api/cart/{id}/validate',
    'post /api/customers/{id}/found-again',
    'post /api/organizations/{id}/sso/domain-proof',
    'post /api/own-prices/imports/{id}/cancel',
    'post /api/own-prices/imports/{id}/start',
    'post /api/own-prices/imports/{id}/undo',
    'post /api/quotes/{token}/mail',
    'post /api/session/devices/{id}/end',
    'post /api/session/list/{id}/end',
    'post /api/session/passkeys/{id}/remove',
    'post /api/store/{storeId}/buybacks',
    'post /api/store/{storeId}/buybacks/{buybackId}/finalize',
    'post /api/sync/held/{opId}/run',
  ]
  const writeMethods = ['put', 'patch', 'post', 'delete']

  // The last test: it changes rows of the other account, and deletes them after all else was asked of them.
  it('is found by its own account in writes, too', async () => {
    const unknown: string[] = []
    const writes = writeMethods.flatMap((method) => asking.filter(({ spec }) => spec.method === method))
    for (const one of writes) {
      if (one.spec.permission === 'none' || isOfPlatform(one)) continue
      const found: string[] = []
      for (const path of await ownPathsOf(one)) found.push(await ask(one, path, ofOther))
      if (found.every((said) => /^40[34]/.test(said))) unknown.push(nameOf(one))
    }
    expect(unknown.toSorted()).toEqual(writesAskingMore)
    expect(writes.length).toBeGreaterThan(100)
  })
})
