import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { readQuestion } from '#api/features/refurb/refurb-question-queries.ts'
import type { RefurbQuestionAnswer, RefurbStepAnswer } from '#sync/calls/refurb.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { createAccount, createItems } from '#tests/support/factories.ts'

let api: TestApi
let owner: pg.Client
let manager: TestSession
let stocks: Readonly<Record<string, string>>
let foreignStock: string

beforeAll(async () => {
  api = await createTestApi()
  owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
  await owner.connect()
  await owner.query(`set app.system = 'on'`)
  manager = await api.signIn('warehouse_manager')
  stocks = await stocksOf(api.accounts.retailer.warehouseId)
  foreignStock = (await stocksOf(api.accounts.other.warehouseId))['to_refurbish']!
})
afterAll(async () => {
  await owner.end()
  await api.close()
})

async function stocksOf(warehouseId: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await owner.query<{ id: string; native: string }>(
    `select id, native from stock where warehouse_id = $1 and native is not null`,
    [warehouseId],
  )
  return Object.fromEntries(rows.map(({ id, native }) => [native, id]))
}

const merge = { 'content-type': 'application/merge-patch+json' }

async function send<T = Record<string, unknown>>(
  method: string,
  path: string,
  json?: unknown,
  { as = manager, ifMatch }: { as?: TestSession; ifMatch?: number } = {},
): Promise<{ readonly status: number; readonly body: T; readonly etag: string | null }> {
  const headers: Record<string, string> = {
    ...(method === 'PATCH' ? merge : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
  }
  const response = await as.request(path, { method, headers, ...(json === undefined ? {} : { json }) })
  const text = await response.text()
  return {
    status: response.status,
    body: (text === '' ? null : JSON.parse(text)) as T,
    etag: response.headers.get('etag'),
  }
}

const stepBody = (name: string, change: Record<string, unknown> = {}) => ({
  name,
  description: null,
  stockId: stocks['to_refurbish'],
  costs: [],
  ...change,
})
const createStep = async (name: string, change: Record<string, unknown> = {}): Promise<RefurbStepAnswer> => {
  const made = await send<RefurbStepAnswer>('POST', '/api/refurb-steps', stepBody(name, change))
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body
}
const createQuestion = async (
  label: string,
  answers: readonly { readonly label: string; readonly stepIds: readonly string[] }[],
): Promise<RefurbQuestionAnswer> => {
  const made = await send<RefurbQuestionAnswer>('POST', '/api/refurb-questions', { label, type: 'unique', answers })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body
}
const labels = async (query = ''): Promise<readonly string[]> => {
  const { body } = await send<{ 'hydra:member': readonly RefurbQuestionAnswer[] }>(
    'GET',
    `/api/refurb-questions${query}`,
  )
  return body['hydra:member'].map(({ label }) => label)
}

/** Newest entries of the log that tells devices to fetch their configuration again. */
async function configChanges(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from sync_change where account_id = $1 and entity like 'refurb%'`,
    [api.accounts.retailer.id],
  )
  return rows[0]!.count
}

describe('refurb steps', () => {
  it('are created with a stock and a cost in each warehouse, and read back', async () => {
    const { warehouseId, otherWarehouseId } = api.accounts.retailer
    const made = await createStep('Remplacer la batterie', {
      description: 'Cellule d’origine',
      costs: [
        { warehouseId, costCents: 2_590 },
        { warehouseId: otherWarehouseId, costCents: 0 },
      ],
    })
    expect(made).toMatchObject({
      version: 1,
      name: 'Remplacer la batterie',
      description: 'Cellule d’origine',
      stockId: stocks['to_refurbish'],
      warehouseId,
      questions: [],
    })
    expect(new Map(made.costs.map((cost) => [cost.warehouseId, cost.costCents]))).toEqual(
      new Map([
        [warehouseId, 2_590],
        [otherWarehouseId, 0],
      ]),
    )
    const read = await send<RefurbStepAnswer>('GET', `/api/refurb-steps/${made.id}`)
    expect(read.body).toEqual(made)
    expect(read.etag).toBe('"1"')
  })

  it('are found by a part of their name, sorted and counted', async () => {
    await createStep('Zeste 100 %')
    await createStep('Zeste 1000')
    const list = async (query: string) => {
      const { body } = await send<{
        'hydra:member': readonly RefurbStepAnswer[]
        'hydra:totalItems'?: number
      }>('GET', `/api/refurb-steps?${query}`)
      return [body['hydra:member'].map(({ name }) => name), body['hydra:totalItems']]
    }
    expect(await list('search=ZESTE&order[name]=desc')).toEqual([['Zeste 1000', 'Zeste 100 %'], 2])
    expect(await list(`search=${encodeURIComponent('100 %')}`)).toEqual([['Zeste 100 %'], 1])
    expect(await list('search=zeste&itemsPerPage=1&page=2&partial=true')).toEqual([['Zeste 1000'], undefined])
  })

  it.each([
    ['without a name', { name: '  ' }, 'name'],
    ['with a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
    ['with a description of 256 characters', { description: 'x'.repeat(256) }, 'description'],
    ['without a stock', { stockId: null }, 'stockId'],
    ['with a stock that does not exist', { stockId: newId() }, 'stockId'],
    ['with a negative cost', { costs: [{ warehouseId: newId(), costCents: -1 }] }, 'costs.0.costCents'],
    ['with half a cent', { costs: [{ warehouseId: newId(), costCents: 0.5 }] }, 'costs.0.costCents'],
    ['with a cost in an unknown warehouse', { costs: [{ warehouseId: newId(), costCents: 1 }] }, 'costs'],
  ])('are refused %s', async (_title, change, field) => {
    const { status, body } = await send('POST', '/api/refurb-steps', stepBody('Nettoyer', change))
    expect([status, body['code'], body['field']]).toEqual([422, 'REQUEST_INVALID', field])
  })

  it('are refused in a stock of another account, and in one for returns', async () => {
    for (const stockId of [foreignStock, stocks['in_quarantine'], stocks['customer_return']]) {
      const { status, body } = await send('POST', '/api/refurb-steps', stepBody('Nettoyer', { stockId }))
      expect([status, body['field']]).toEqual([422, 'stockId'])
    }
  })

  it('take 255 characters', async () => {
    expect((await createStep('é'.repeat(255), { description: 'é'.repeat(255) })).name).toHaveLength(255)
  })

  it('change by merge patch in the fields named, over the version that was read, and tell devices', async () => {
    const { warehouseId } = api.accounts.retailer
    const step = await createStep('Polir', { description: 'Deux passes', costs: [{ warehouseId, costCents: 500 }] })
    const before = await configChanges()
    const path = `/api/refurb-steps/${step.id}`
    const renamed = await send('PATCH', path, { name: 'Polir l’écran' }, { ifMatch: 1 })
    expect(renamed.body).toEqual({ ...step, name: 'Polir l’écran', version: 2 })
    const stale = await send('PATCH', path, { name: 'Polir encore' }, { ifMatch: 1 })
    expect([stale.status, stale.body['code'], stale.body['details']]).toEqual([
      412,
      'REQUEST_VERSION_CONFLICT',
      { version: 2 },
    ])
    const costless = await send('PATCH', path, { costs: [], description: null }, { ifMatch: 2 })
    expect(costless.body).toMatchObject({ name: 'Polir l’écran', description: null, costs: [], version: 3 })
    expect(await configChanges()).toBe(before + 2)
  })

  it('are not deleted over a version that another user has changed, and neither are questions', async () => {
    const step = await createStep('Polir')
    const question = await createQuestion('Rayé ?', [
      { label: 'Oui', stepIds: [] },
      { label: 'Non', stepIds: [] },
    ])
    for (const [path, { version }, change] of [
      [`/api/refurb-steps/${step.id}`, step, { name: 'Polir deux fois' }],
      [`/api/refurb-questions/${question.id}`, question, { label: 'Très rayé ?' }],
    ] as const) {
      expect((await send('PATCH', path, change)).status).toBe(200)
      const late = await send('DELETE', path, undefined, { ifMatch: version })
      expect([late.status, late.body]).toMatchObject([
        412,
        { code: 'REQUEST_VERSION_CONFLICT', details: { version: version + 1 } },
      ])
      expect((await send('DELETE', path, undefined, { ifMatch: version + 1 })).status).toBe(204)
    }
  })

  it('stay while a question makes them due, and the refusal names it (REFURB-10)', async () => {
    const step = await createStep('Effacer les données')
    const question = await createQuestion('Compte verrouillé ?', [
      { label: 'Oui', stepIds: [step.id] },
      { label: 'Non', stepIds: [] },
    ])
    const path = `/api/refurb-steps/${step.id}`
    const refused = await send('DELETE', path)
    expect([refused.status, refused.body['code'], refused.body['details']]).toEqual([
      409,
      'REFURB_STEP_ASSIGNED',
      { questions: [{ id: question.id, label: 'Compte verrouillé ?' }] },
    ])
    expect((await send<RefurbStepAnswer>('GET', path)).body.questions).toEqual([
      { id: question.id, label: 'Compte verrouillé ?' },
    ])
    expect((await send('DELETE', `/api/refurb-questions/${question.id}`)).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('GET', path)).status).toBe(404)
    expect((await send('DELETE', path)).status).toBe(404)
  })
})

describe('refurb questions', () => {
  it('keep the answers that a change names, drop the others, and number them again', async () => {
    const [wipe, clean] = [await createStep('Étape a'), await createStep('Étape b')]
    const question = await createQuestion('État de l’écran', [
      { label: 'Rayé', stepIds: [wipe.id, clean.id] },
      { label: 'Cassé', stepIds: [] },
    ])
    expect(question.answers.map(({ label, steps }) => [label, steps.map(({ name }) => name)])).toEqual([
      ['Rayé', ['Étape a', 'Étape b']],
      ['Cassé', []],
    ])
    const [scratched] = question.answers
    const before = await configChanges()
    const changed = await send<RefurbQuestionAnswer>(
      'PATCH',
      `/api/refurb-questions/${question.id}`,
      {
        type: 'multiple',
        answers: [
          { label: 'Neuf', stepIds: [] },
          { id: scratched!.id, label: 'Très rayé', stepIds: [clean.id] },
        ],
      },
      { ifMatch: 1 },
    )
    expect(changed.body).toMatchObject({
      label: 'État de l’écran',
      type: 'multiple',
      version: 2,
      answers: [
        { label: 'Neuf', steps: [] },
        { id: scratched!.id, label: 'Très rayé', steps: [{ id: clean.id, name: 'Étape b' }] },
      ],
    })
    expect(await configChanges()).toBe(before + 1)
    expect((await send('DELETE', `/api/refurb-steps/${wipe.id}`)).status).toBe(204)
  })

  it('are asked in their order, and move within it', async () => {
    for (const { id } of (
      await send<{ 'hydra:member': readonly RefurbQuestionAnswer[] }>('GET', '/api/refurb-questions')
    ).body['hydra:member'])
      await send('DELETE', `/api/refurb-questions/${id}`)
    const yes = [{ label: 'Oui', stepIds: [] }]
    for (const label of ['Un', 'Deux', 'Trois', 'Quatre']) await createQuestion(label, yes)
    expect(await labels()).toEqual(['Un', 'Deux', 'Trois', 'Quatre'])
    const idOf = async (label: string) =>
      (await send<{ 'hydra:member': readonly RefurbQuestionAnswer[] }>('GET', '/api/refurb-questions')).body[
        'hydra:member'
      ].find((question) => question.label === label)!.id
    await send('PATCH', `/api/refurb-questions/${await idOf('Quatre')}`, { position: 1 })
    expect(await labels()).toEqual(['Quatre', 'Un', 'Deux', 'Trois'])
    await send('PATCH', `/api/refurb-questions/${await idOf('Un')}`, { position: 99 })
    expect(await labels()).toEqual(['Quatre', 'Deux', 'Trois', 'Un'])
    await send('DELETE', `/api/refurb-questions/${await idOf('Deux')}`)
    await createQuestion('Cinq', yes)
    expect(await labels()).toEqual(['Quatre', 'Trois', 'Un', 'Cinq'])
    expect(await labels('?order[label]=asc&search=n')).toEqual(['Cinq', 'Un'])
  })

  it('have their places from 1 on without a gap, and go from between others without changing these', async () => {
    const listed = async (query = '') =>
      (await send<{ 'hydra:member': readonly RefurbQuestionAnswer[] }>('GET', `/api/refurb-questions${query}`)).body[
        'hydra:member'
      ]
    for (const { id } of await listed()) await send('DELETE', `/api/refurb-questions/${id}`)
    const made = []
    for (const label of ['Un', 'Deux', 'Trois']) made.push(await createQuestion(label, [{ label: 'Oui', stepIds: [] }]))
    const [, second, third] = made
    expect((await send('DELETE', `/api/refurb-questions/${second!.id}`)).status).toBe(204)
    expect((await listed()).map(({ label, position }) => [label, position])).toEqual([
      ['Un', 1],
      ['Trois', 2],
    ])
    expect((await listed('?search=Trois&order[position]=desc')).map(({ position }) => position)).toEqual([2])
    const path = `/api/refurb-questions/${third!.id}`
    expect((await send('GET', path)).body).toMatchObject({ position: 2, version: third!.version })
    expect((await send('PATCH', path, { label: 'Troisième' }, { ifMatch: third!.version })).body).toMatchObject({
      position: 2,
    })
  })

  it('are created at the same time without losing one', async () => {
    const before = (await labels()).length
    await Promise.all(['v', 'w', 'x', 'y'].map((label) => createQuestion(label, [{ label: 'Oui', stepIds: [] }])))
    expect((await labels()).length).toBe(before + 4)
  })

  it('count the products whose diagnosis has answered them', async () => {
    const account = await createAccount(owner, 'Compte des produits')
    const items = await createItems(owner, account, 2)
    const questionId = newId()
    const answerId = newId()
    await owner.query(
      `insert into refurb_question (account_id, id, label, type, position) values ($1, $2, 'Batterie', 'unique', 1)`,
      [account.id, questionId],
    )
    const diagnosis = { answers: [{ questionId, answerIds: [answerId] }] }
    await owner.query(`update item set facts = $3 where account_id = $1 and id = $2`, [
      account.id,
      items[0]!.id,
      JSON.stringify({ diagnosis }),
    ])
    const read = await inAccount(api.db, account.id, (tx) => readQuestion(tx, { accountId: account.id }, questionId))
    expect(read?.productCount).toBe(1)
  })

  it.each([
    ['without a label', { label: '' }, 'label'],
    ['with a label of 256 characters', { label: 'x'.repeat(256) }, 'label'],
    ['of another type', { type: 'several' }, 'type'],
    ['without answers', { answers: [] }, 'answers'],
    ['with an answer without a label', { answers: [{ label: ' ', stepIds: [] }] }, 'answers.0.label'],
    ['with an unknown step', { answers: [{ label: 'Oui', stepIds: [newId()] }] }, 'answers'],
    ['with an answer of another question', { answers: [{ id: newId(), label: 'Oui', stepIds: [] }] }, 'answers'],
  ])('are refused %s', async (_title, change, field) => {
    const body = { label: 'Question', type: 'unique', answers: [{ label: 'Oui', stepIds: [] }], ...change }
    const refused = await send('POST', '/api/refurb-questions', body)
    expect([refused.status, refused.body['code'], refused.body['field']]).toEqual([422, 'REQUEST_INVALID', field])
  })

  it('refuse a change over an older version', async () => {
    const question = await createQuestion('Version', [{ label: 'Oui', stepIds: [] }])
    const path = `/api/refurb-questions/${question.id}`
    expect((await send('PATCH', path, { label: 'Versions' }, { ifMatch: 1 })).status).toBe(200)
    expect((await send('PATCH', path, { label: 'Verso' }, { ifMatch: 1 })).status).toBe(412)
    expect((await send('PATCH', `/api/refurb-questions/${newId()}`, { label: 'Verso' })).status).toBe(404)
  })
})

describe('another account', () => {
  it('sees and changes nothing of this one', async () => {
    const step = await createStep('Secret')
    const elsewhere = await api.signIn('admin@other.example')
    expect((await send('GET', `/api/refurb-steps/${step.id}`, undefined, { as: elsewhere })).status).toBe(404)
    expect((await send('DELETE', `/api/refurb-steps/${step.id}`, undefined, { as: elsewhere })).status).toBe(404)
    const { body } = await send<{ 'hydra:totalItems': number }>('GET', '/api/refurb-steps', undefined, {
      as: elsewhere,
    })
    expect(body['hydra:totalItems']).toBe(0)
  })
})

describe('operators', () => {
  it('work on steps and do not administer them', async () => {
    const operator = await api.signIn('warehouse_operator')
    for (const path of ['/api/refurb-steps', '/api/refurb-questions', '/api/refurb-places']) {
      const { status, body } = await send('GET', path, undefined, { as: operator })
      expect([status, body['code']]).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    }
  })
})

describe('the places of steps', () => {
  it('are the warehouses of the account with the stocks of work', async () => {
    const { body } = await send<{ warehouses: { id: string; stocks: { native: string | null }[] }[] }>(
      'GET',
      '/api/refurb-places',
    )
    const { warehouseId, otherWarehouseId } = api.accounts.retailer
    expect(new Set(body.warehouses.map(({ id }) => id))).toEqual(new Set([warehouseId, otherWarehouseId]))
    const natives = body.warehouses[0]!.stocks.map(({ native }) => native)
    expect(natives).toContain('to_refurbish')
    expect(natives).not.toContain('in_quarantine')
  })
})
