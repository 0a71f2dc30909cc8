import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestSession } from '#tests/support/api.ts'
import { callsOf, createCircuitWorld, type CircuitWorld, type Told } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let office: TestSession
let analyst: TestSession

beforeAll(async () => {
  world = await createCircuitWorld()
  office = await world.api.signIn('root_management_unit_manager')
  analyst = await world.api.signIn('root_management_unit_analyst')
})
afterAll(() => world.close())

const { send, post, patch, listed } = callsOf(() => office)

describe('the terms of a circuit', () => {
  it('are those of its rules, also before a category has it (CIRC-14)', async () => {
    const { body: made } = await post('/api/circuits', {
      type: 'store_collect',
      name: 'À termes',
      terms: ' Lisez ceci ',
    })
    expect(made).toMatchObject({ terms: 'Lisez ceci', categories: [] })
    const path = `/api/circuits/${made.id}`
    const longest = 'x'.repeat(5_000)
    expect((await patch(path, { terms: `${longest}x` })).body).toMatchObject({
      code: 'REQUEST_INVALID',
      field: 'terms',
    })
    expect((await patch(path, { terms: longest })).body).toMatchObject({ terms: longest })
    const link = [world.categories['smartphones']]
    await patch(path, { linkCategoryIds: link, terms: 'Neuf' })
    const rules = (await listed('/api/dispatch-circuit-rules', 'search=termes&pagination=false')) as readonly Told[]
    expect(rules).toMatchObject([{ terms: 'Neuf', categoryIds: link, customValues: {} }])
    // What names no terms leaves them.
    expect((await patch(path, { name: 'À termes, encore' })).body).toMatchObject({ terms: 'Neuf' })
    const { body: copy } = await post(`${path}/duplicate`, { name: 'Copie' })
    expect(copy).toMatchObject({ terms: 'Neuf', categories: [] })
    expect((await patch(path, { terms: '' })).body).toMatchObject({ terms: null })
    expect((await send('PATCH', path, { terms: 'Non' }, analyst)).status).toBe(403)
    for (const { id } of [made, copy]) await patch(`/api/circuits/${id}`, { status: 'archived' })
  })

  it('and the highlighted instruction are read in each language, by visitors in theirs', async () => {
    const { body: made } = await post('/api/circuits', {
      type: 'web_drop_label',
      name: 'Traduit',
      terms: 'Conditions',
      translations: { 'de-DE': { name: 'Übersetzt', terms: 'Bedingungen' } },
    })
    expect(made.translations).toEqual({ 'de-DE': { name: 'Übersetzt', terms: 'Bedingungen' } })
    const path = `/api/circuits/${made.id}`
    const highlightedInstruction = 'Videz le téléphone.'
    const dutch = { 'nl-BE': { highlightedInstruction: 'Maak de telefoon leeg.' } }
    const changed = await patch(path, { highlightedInstruction, translations: dutch })
    expect(changed.body).toMatchObject({
      translations: { 'de-DE': { name: 'Übersetzt', terms: 'Bedingungen' }, ...dutch },
    })
    const [rule] = (await listed('/api/dispatch-circuit-rules', 'search=Traduit')) as readonly Told[]
    expect(rule).toMatchObject({
      terms: 'Conditions',
      highlightedInstruction,
      translations: { 'de-DE': { terms: 'Bedingungen' }, ...dutch },
    })
    const { body: copy } = await post(`${path}/duplicate`, { name: 'Traduit, copie' })
    expect(copy).toMatchObject({
      highlightedInstruction,
      translations: { 'de-DE': { terms: 'Bedingungen' }, ...dutch },
    })
    const longest = 'x'.repeat(500)
    expect((await patch(path, { translations: { 'de-DE': { highlightedInstruction: longest } } })).status).toBe(200)
    const over = await patch(path, { translations: { 'de-DE': { highlightedInstruction: `${longest}x` } } })
    expect(over.body).toMatchObject({ field: 'translations.de-DE.highlightedInstruction' })

    // The account's language changes: what was there in it takes the place of the own text, over the version that pages hold.
    const { version } = (await patch(path, {})).body as Told & { readonly version: number }
    await world.owner.query(`update account set language = 'de-DE' where id = $1`, [world.accountId])
    const now = (await send('GET', path)).body as Told & { readonly version: number }
    expect(now).toMatchObject({ name: 'Übersetzt', terms: 'Bedingungen', highlightedInstruction: longest })
    expect(now).toMatchObject({ translations: { 'fr-FR': { terms: 'Conditions', highlightedInstruction } } })
    expect(now.version).toBeGreaterThan(version)
    await world.owner.query(`update account set language = 'fr-FR' where id = $1`, [world.accountId])
    expect((await send('GET', path)).body).toMatchObject({ terms: 'Conditions', highlightedInstruction })
    for (const { id } of [made, copy]) await patch(`/api/circuits/${id}`, { status: 'archived' })
  })

  it('and a description of their own are read by visitors in place of the circuit’s', async () => {
    const { body: made } = await post('/api/circuits', {
      type: 'store_collect',
      name: 'Décrit',
      description: 'Du circuit',
      ruleDescription: ' De la règle ',
      translations: { 'de-DE': { description: 'Vom Ablauf', ruleDescription: 'Von der Regel' } },
    })
    const german = { 'de-DE': { description: 'Vom Ablauf', ruleDescription: 'Von der Regel' } }
    expect(made).toMatchObject({ description: 'Du circuit', ruleDescription: 'De la règle', translations: german })
    const path = `/api/circuits/${made.id}`
    const [rule] = await listed('/api/dispatch-circuit-rules', 'search=D%C3%A9crit')
    expect(rule).toMatchObject({
      description: 'De la règle',
      translations: { 'de-DE': { description: 'Von der Regel' } },
    })
    expect((await patch(path, { name: 'Décrit encore' })).body).toMatchObject({ ruleDescription: 'De la règle' })
    const html = await patch(path, { ruleDescription: '<b>non</b>' })
    expect(html.body).toMatchObject({ code: 'REQUEST_INVALID', field: 'ruleDescription' })
    const cleared = await patch(path, { ruleDescription: '', translations: { 'de-DE': { ruleDescription: null } } })
    expect(cleared.body).toMatchObject({ description: 'Du circuit', ruleDescription: null })
    expect(cleared.body.translations).toEqual({ 'de-DE': { description: 'Vom Ablauf' } })
    await patch(path, { status: 'archived' })
  })

  it('stay those of each rule as long as a save names the shown ones again', async () => {
    const { body: made } = await post('/api/circuits', { type: 'store_collect', name: 'Deux règles', terms: 'Un' })
    await world.change(
      `insert into dispatch_circuit_rule (account_id, id, circuit_id, terms)
        values ($1, 'ffffffff-ffff-7fff-bfff-ffffffffffff', $2, 'Deux')`,
      made.id,
    )
    const path = `/api/circuits/${made.id}`
    const terms = async () => {
      const { rows } = await world.owner.query<{ terms: string }>(
        'select terms from dispatch_circuit_rule where circuit_id = $1 order by id',
        [made.id],
      )
      return rows.map((rule) => rule.terms)
    }
    await patch(path, { name: 'Deux règles encore', terms: 'Un' })
    expect(await terms()).toEqual(['Un', 'Deux'])
    await patch(path, { terms: 'Trois' })
    expect(await terms()).toEqual(['Trois', 'Trois'])
    await patch(path, { status: 'archived' })
  })
})

describe('the custom values of a circuit', () => {
  it('are those of its rules, read by who may read payment custom values (CIRC-14, CIRC-32)', async () => {
    const value = (name: string, of = 'x') => ({ name, value: of })
    const { body: made } = await post('/api/circuits', {
      type: 'store_collect',
      name: 'À valeurs',
      customValues: [value('merchant', ' 42 ')],
    })
    expect(made).toMatchObject({ customValues: [value('merchant', '42')] })
    const path = `/api/circuits/${made.id}`
    expect((await send('GET', path, undefined, analyst)).body).toMatchObject({ customValues: null })
    const most = Array.from({ length: 20 }, (_, at) =>
      value(`${String(at).padStart(2, '0')}${'n'.repeat(62)}`, 'v'.repeat(255)),
    )
    expect((await patch(path, { customValues: most })).body).toMatchObject({ customValues: most })
    for (const [wrong, field] of [
      [[...most, value('21')], 'customValues'],
      [[value('n'.repeat(65))], 'customValues.0.name'],
      [[value('')], 'customValues.0.name'],
      [[value('a', 'v'.repeat(256))], 'customValues.0.value'],
      [[value('a'), value(' a ')], 'customValues.1.name'],
    ] as const)
      expect((await patch(path, { customValues: wrong })).body, field).toMatchObject({ code: 'REQUEST_INVALID', field })
    expect((await patch(path, { name: 'À valeurs, encore' })).body).toMatchObject({ customValues: most })
    const { body: copy } = await post(`${path}/duplicate`, { name: 'À valeurs, copie' })
    expect(copy).toMatchObject({ customValues: most })
    expect((await patch(path, { customValues: [] })).body).toMatchObject({ customValues: [] })
    for (const { id } of [made, copy]) await patch(`/api/circuits/${id}`, { status: 'archived' })
  })
})
