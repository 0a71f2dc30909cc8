import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CategoryAnswer } from '#sync/calls/category.ts'
import type { PublicCategory, PublicHome, PublicProduct, PublicProducts } from '#sync/calls/public-catalog.ts'
import type { ProductAnswer } from '#sync/calls/product.ts'
import type { QuestionAnswer } from '#sync/calls/question.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { outcomeOf } from '#tests/support/sale-world.ts'
import { sendAs } from '#tests/support/send-as.ts'

// The account's language is French.
let world: PublicWorld
let manager: TestSession
beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
})
afterAll(() => world.close())

const patch = (path: string, json: object) => sendAs({ as: manager }, 'PATCH', path, json)
async function readIn<T>(language: string, path: string): Promise<T> {
  return (await (await world.ask(path, { headers: { 'accept-language': language } })).json()) as T
}
const phones = () => world.categories['smartphones']!

describe('a category', () => {
  const translate = (translations: object) => patch(`/api/categories/${phones()}`, { translations })
  const stored = async () => ((await translate({})).body as CategoryAnswer).translations

  it('keeps what a change does not name, and takes away what it empties', async () => {
    const first = { 'de-DE': { name: 'Handys', highlightedInstruction: 'Bitte zurücksetzen' } }
    expect(((await translate(first)).body as CategoryAnswer).translations).toEqual(first)
    await translate({ 'nl-BE': { name: 'Gsm’s' }, 'de-DE': { highlightedInstruction: null } })
    expect(await stored()).toEqual({ 'de-DE': { name: 'Handys' }, 'nl-BE': { name: 'Gsm’s' } })
  })

  it('keeps no translation into the account’s own language, which is its own text', async () => {
    await translate({ 'fr-FR': { name: 'Autre' } })
    expect(Object.keys(await stored())).not.toContain('fr-FR')
  })

  it('refuses texts beyond the limits of the text itself, and languages that there are not', async () => {
    expect((await translate({ 'de-DE': { name: 'x'.repeat(256) } })).status).toBe(422)
    expect((await translate({ 'de-DE': { childrenDescription: '<b>x</b>' } })).status).toBe(422)
    expect((await translate({ 'es-ES': { name: 'Móviles' } })).status).toBe(400)
  })

  it('is read by each visitor in the visitor’s language, else in the account’s', async () => {
    await translate({ 'de-DE': { name: 'Handys' }, 'nl-BE': { name: 'Gsm’s' } })
    for (const [language, name] of [
      ['de', 'Handys'],
      ['nl-BE,nl;q=0.9', 'Gsm’s'],
      ['fr-FR', 'Smartphones'],
      ['en-GB', 'Smartphones'],
      ['de-DE', 'Handys'],
    ] as const) {
      const { categories } = await readIn<{ categories: PublicCategory[] }>(language, '/api/public/categories')
      expect(categories.find(({ id }) => id === phones())?.name).toBe(name)
      const products = await readIn<PublicProducts>(language, `/api/public/products?category=${phones()}`)
      expect(new Set(products['hydra:member'].map(({ categoryName }) => categoryName))).toEqual(new Set([name]))
      expect(products.facets.categories.find(({ id }) => id === phones())?.name).toBe(name)
    }
  })

  it('is named so on the home, too, beside each product that stands there', async () => {
    await world.change(`delete from home_widget where account_id = $1`)
    await world.change(
      `insert into home_widget (account_id, id, type, title, position)
       values ($1, '019a6410-0db2-7c2b-bc96-49f2e604f7a1', 'featured_products', 'Top', 1)`,
    )
    await world.change(
      `insert into home_widget_product (account_id, widget_id, product_id, position)
       select $1, '019a6410-0db2-7c2b-bc96-49f2e604f7a1', id, 1 from product where id = $2`,
      world.products['IP13'],
    )
    for (const [language, name] of [
      ['de-DE', 'Handys'],
      ['fr-FR', 'Smartphones'],
    ] as const) {
      const { widgets } = await readIn<PublicHome>(language, '/api/public/home')
      const [shown] = widgets.flatMap((widget) => (widget.type === 'featured_products' ? widget.products : []))
      expect(shown?.categoryName).toBe(name)
    }
  })

  it('is read by staff in the account’s language, as their devices hold it', async () => {
    const response = await manager.request('/api/public/categories', { headers: { 'accept-language': 'de-DE' } })
    const { categories } = (await response.json()) as { categories: PublicCategory[] }
    expect(categories.find(({ id }) => id === phones())?.name).toBe('Smartphones')
  })
})

describe('a question', () => {
  const answers = (translated: object) => [
    { name: 'Oui', description: null, bestGrade: 'grade_a', impact: { type: 'none' }, ...translated },
    { name: 'Non', description: null, bestGrade: 'grade_c', impact: { type: 'none' } },
  ]
  let question: QuestionAnswer

  it('is asked in the language of the visitor, and its answers keep their ids, by which prices are worked out', async () => {
    const made = await manager.request(`/api/categories/${phones()}/diagnostic-questions`, {
      method: 'POST',
      json: {
        title: 'S’allume-t-il ?',
        howToTest: 'Appuyez.',
        description: null,
        translations: { 'de-DE': { title: 'Geht es an?', howToTest: 'Drücken.' } },
        answers: answers({ translations: { 'de-DE': { name: 'Ja' } } }),
      },
    })
    question = (await outcomeOf(made)).body as QuestionAnswer
    expect(question.translations).toEqual({ 'de-DE': { title: 'Geht es an?', howToTest: 'Drücken.' } })
    const path = `/api/public/products/${world.products['IP13']}`
    const german = await readIn<PublicProduct>('de-DE', path)
    const french = await readIn<PublicProduct>('fr-FR', path)
    const asked = german.terms.questionnaire.questions[0]
    expect([asked?.title, asked?.howToTest]).toEqual(['Geht es an?', 'Drücken.'])
    expect(asked?.answers.map(({ name }) => name)).toEqual(['Ja', 'Non'])
    expect(french.terms.questionnaire.questions[0]?.title).toBe('S’allume-t-il ?')
    expect(german.terms.questionnaire.id).toBe(french.terms.questionnaire.id)
    expect(german.categoryName).toBe('Handys')
    expect(german.categoryPath.map(({ name }) => name)).toEqual(['Téléphonie', 'Handys'])
  })

  it('keeps the translations of an answer that is written again without them', async () => {
    const [yes, no] = question.answers
    const { translations: _, ...plain } = yes!
    const changed = await patch(`/api/diagnostic-questions/${question.id}`, { answers: [plain, no] })
    expect((changed.body as QuestionAnswer).answers[0]?.translations).toEqual({ 'de-DE': { name: 'Ja' } })
    const emptied = { ...yes, translations: { 'de-DE': { name: null } } }
    const taken = await patch(`/api/diagnostic-questions/${question.id}`, { answers: [emptied, no] })
    expect((taken.body as QuestionAnswer).answers[0]?.translations).toEqual({})
  })
})

describe('a product', () => {
  const own = 'Accuboor GSR 18'
  const path = () => `/api/products/${world.products['DRILL']}`
  const translate = (translations: object) => patch(path(), { translations })
  const found = async (language: string, query: string) =>
    (await readIn<PublicProducts>(language, `/api/public/products?search_product_buyback=${query}`))['hydra:member']

  it('keeps what a change does not name, takes away what it empties, and refuses what is beyond the limits', async () => {
    await translate({ 'de-DE': { label: 'Akkuschrauber GSR 18' }, 'nl-BE': { label: 'Accuschroever' } })
    const { body } = await translate({ 'nl-BE': { label: null }, 'fr-FR': { label: 'Autre' } })
    expect((body as ProductAnswer).translations).toEqual({ 'de-DE': { label: 'Akkuschrauber GSR 18' } })
    const long = await translate({ 'de-DE': { label: 'x'.repeat(256) } })
    expect([long.status, long.body]).toMatchObject([422, { field: 'translations.de-DE.label' }])
    expect((await translate({ 'de-DE': { label: 'x' } })).status).toBe(422)
    expect((await translate({ 'de-DE': { comment: 'Zwei' } })).status).toBe(400)
  })

  it('is found and listed by each visitor in the visitor’s language, under one address', async () => {
    const [german] = await found('de-DE', 'akkuschrauber')
    const [french] = await found('fr-FR', 'Accuboor GSR')
    expect([german?.label, french?.label]).toEqual(['Akkuschrauber GSR 18', own])
    expect(german?.slug).toBe(french?.slug)
    expect(german).not.toHaveProperty('translations')
    expect((await found('de-DE', 'Accuboor GSR')).map(({ label }) => label)).toContain('Akkuschrauber GSR 18')
    const corrected = await readIn<PublicProducts>('de-DE', '/api/public/products?search_product_buyback=akkuschrauer')
    expect(corrected.correctedQuery).toBe('akkuschrauber')
    const page = await readIn<PublicProduct>('de-DE', `/api/public/products/${german?.id}`)
    expect([page.label, page.slug]).toEqual(['Akkuschrauber GSR 18', french?.slug])
  })

  it('is copied with its translations, unless the copy has another name', async () => {
    const copy = async (json: object) =>
      (await outcomeOf(await manager.request(`${path()}/duplicate`, { method: 'POST', json }))).body as ProductAnswer
    expect((await copy({})).translations).toEqual({ 'de-DE': { label: 'Akkuschrauber GSR 18' } })
    expect((await copy({ label: 'GSR 18' })).translations).toEqual({})
  })

  it('takes words out of the search that no name of it has any more', async () => {
    await translate({ 'de-DE': { label: null } })
    expect(await found('de-DE', 'akkuschrauber')).toEqual([])
  })
})

it('an account that changes its language changes the places of its texts, and loses none', async () => {
  const texts = async () =>
    (await world.owner.query('select name, translations from category where id = $1', [phones()])).rows[0] as object
  expect(await texts()).toEqual({
    name: 'Smartphones',
    translations: { 'de-DE': { name: 'Handys' }, 'nl-BE': { name: 'Gsm’s' } },
  })
  await world.change(`update account set language = 'de-DE' where id = $1`)
  expect(await texts()).toEqual({
    name: 'Handys',
    translations: { 'fr-FR': { name: 'Smartphones' }, 'nl-BE': { name: 'Gsm’s' } },
  })
  await world.change(`update account set language = 'fr-FR' where id = $1`)
})

it('an account that changes its language raises the version of what is saved whole with parts in languages', async () => {
  const [question, circuit] = [crypto.randomUUID(), crypto.randomUUID()]
  await world.change('insert into home_page (account_id) values ($1) on conflict do nothing')
  await world.change(`insert into question (account_id, id, title) values ($1, $2, 'État')`, question)
  await world.change(
    `insert into answer (account_id, id, question_id, position, name, best_grade, translations)
     values ($1, gen_random_uuid(), $2, 1, 'Bon', 'grade_a', '{"de-DE": {"name": "Gut"}}')`,
    question,
  )
  await world.change(`insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Envoi')`, circuit)
  await world.change(
    `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label, translations)
     values ($1, gen_random_uuid(), $2, 1, 'post', 'Postez', '{"de-DE": {"label": "Senden"}}')`,
    circuit,
  )
  const versions = async () => {
    const { rows } = await world.owner.query<{ versions: number[] }>(
      `select array[(select version from home_page where account_id = $1), (select version from question where id = $2),
        (select version from circuit where id = $3)] as versions`,
      [world.accountId, question, circuit],
    )
    return rows[0]!.versions
  }
  const before = await versions()
  await world.change(`update account set language = 'de-DE' where id = $1`)
  expect(await versions()).toEqual(before.map((version) => version + 1))
  await world.change(`update account set language = 'fr-FR' where id = $1`)
})

it('a page drawn before the account’s language changed changes nothing, and reads on', async () => {
  const ask = async (method: string, language: string) =>
    manager.request(`/api/categories/${phones()}`, {
      method,
      headers: { 'content-type': 'application/merge-patch+json', 'x-text-language': language },
      ...(method === 'PATCH' && { json: { name: 'Mobiles' } }),
    })
  const refused = await ask('PATCH', 'de-DE')
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'ACCESS_LANGUAGE_MISMATCH'])
  expect((await ask('GET', 'de-DE')).status).toBe(200)
  expect((await ask('PATCH', 'fr-FR')).status).toBe(200)
})
