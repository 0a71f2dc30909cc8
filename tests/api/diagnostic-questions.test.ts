import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import type { PublicProduct } from '#sync/calls/public-catalog.ts'
import type { CategoryQuestions, QuestionAnswer } from '#sync/calls/question.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCounterDevice, said } from '#tests/support/counter-world.ts'
import { base64Of, pngOf, sized } from '#tests/support/picture-files.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'
import { sendAs, type Sending } from '#tests/support/send-as.ts'

let world: SaleWorld
let manager: TestSession
let seller: TestSession
let otherCategory: string

beforeAll(async () => {
  world = await createSaleWorld()
  manager = await world.api.signIn('root_management_unit_manager')
  seller = await world.api.signIn('store_seller')
  otherCategory = await addCategory('tablets')
})
afterAll(() => world.close())

async function addCategory(identifier: string): Promise<string> {
  const id = newId()
  const text = 'insert into category (account_id, id, name, identifier) values ($1, $2, $3, $3)'
  await world.sql(text, world.accountId, id, identifier)
  return id
}

const send = (method: string, path: string, json?: object, { as = manager, ...rest }: Sending = {}) =>
  sendAs({ as, ...rest }, method, path, json)

const none = { type: 'none' } as const
const answer = (name: string, change: object = {}) => ({
  name,
  description: null,
  bestGrade: 'grade_a',
  impact: none,
  ...change,
})
const question = (title: string, change: object = {}) => ({
  title,
  howToTest: null,
  description: null,
  answers: [answer('Oui'), answer('Non', { bestGrade: 'grade_c' })],
  ...change,
})
const questionsOf = async (id: string, as = seller): Promise<readonly QuestionAnswer[]> =>
  ((await send('GET', `/api/categories/${id}/diagnostic-questions`, undefined, { as })).body as CategoryQuestions)
    .questions
const titles = async (id: string) => (await questionsOf(id)).map(({ title }) => title)
async function create(categoryId: string, body: object): Promise<QuestionAnswer> {
  const made = await send('POST', `/api/categories/${categoryId}/diagnostic-questions`, body)
  expect([made.status, made.code]).toEqual([200, undefined])
  return made.body as QuestionAnswer
}

describe('the questions of a category (CAT-42)', () => {
  it('come in their order, with answers, impacts and every category that asks them', async () => {
    const [screen, box] = await questionsOf(world.categoryId)
    expect(screen).toMatchObject({
      title: 'The screen?',
      howToTest: null,
      answers: [{ name: 'Fine' }, { name: 'Scratched' }, { name: 'Broken' }],
      categories: [{ id: world.categoryId, name: 'Phones' }],
    })
    expect(box?.answers.map(({ impact }) => impact)).toEqual([
      none,
      { type: 'percentage', percent: -5, capCents: null },
    ])
  })

  it('of another account are not there', async () => {
    const as = await world.api.signIn('admin@other.example')
    const [screen] = await questionsOf(world.categoryId)
    const own = `/api/categories/${world.categoryId}/diagnostic-questions`
    for (const [method, path, json] of [
      ['GET', own],
      ['POST', own, question('Autre ?')],
      ['PATCH', `${own}/${screen!.id}`, { position: 1 }],
      ['DELETE', `${own}/${screen!.id}`],
      ['GET', `/api/diagnostic-questions/${screen!.id}`],
      ['PATCH', `/api/diagnostic-questions/${screen!.id}`, { title: 'Autre ?' }],
    ] as const)
      expect((await send(method, path, json, { as })).code, `${method} ${path}`).toBe('REQUEST_NOT_FOUND')
    expect(await titles(world.categoryId)).toEqual(['The screen?', 'The box?'])
  })
})

describe('writing a question (CAT-43 to CAT-46)', () => {
  it('is for who holds the permission alone', async () => {
    const path = `/api/categories/${otherCategory}/diagnostic-questions`
    expect((await send('POST', path, question('Non ?'), { as: seller })).code).toBe('ACCESS_PERMISSION_MISSING')
    expect(await titles(otherCategory)).toEqual([])
  })

  it('adds it behind the others, with everything that it holds', async () => {
    const id = await addCategory('added')
    await create(id, question('Première ?'))
    const body = question('Deuxième ?', {
      howToTest: 'Allumez-le.',
      description: 'À l’intérieur.',
      answers: [
        answer('Oui', { description: 'Sans trace' }),
        answer('Un peu', { bestGrade: 'grade_b', impact: { type: 'percentage', percent: -10, capCents: -1500 } }),
        answer('Non', { bestGrade: 'grade_e', impact: { type: 'amount', amountCents: -2550 } }),
      ],
    })
    const made = await create(id, body)
    expect(made).toMatchObject({ ...body, version: 1, categories: [{ id, name: 'added' }] })
    expect(await titles(id)).toEqual(['Première ?', 'Deuxième ?'])
    expect((await send('GET', `/api/diagnostic-questions/${made.id}`)).body).toEqual(made)
  })

  it.each([
    ['one answer', { answers: [answer('Oui')] }],
    ['a title of one character', { title: 'x' }],
    ['a title of 256 characters', { title: 'x'.repeat(256) }],
    ['an answer of one character', { answers: [answer('x'), answer('Non')] }],
    ['a text of 3001 characters', { howToTest: 'x'.repeat(3001) }],
    [
      'a cap of the other sign',
      {
        answers: [answer('Oui', { impact: { type: 'percentage', percent: 5, capCents: -1 } }), answer('Non')],
      },
    ],
    ['an answer of another question', { answers: [answer('Oui', { id: newId() }), answer('Non')] }],
    ['a field that nobody knows', { colour: 'red' }],
  ])('refuses %s, and changes nothing', async (_, change) => {
    const path = `/api/categories/${otherCategory}/diagnostic-questions`
    expect((await send('POST', path, question('Oui ?', change))).status).toBeOneOf([400, 422])
    expect(await titles(otherCategory)).toEqual([])
  })

  it('keeps the answers that it names, in their new order, and lets the others go', async () => {
    const id = await addCategory('edited')
    const made = await create(id, question('Avant ?'))
    const [yes, no] = made.answers
    const answers = [{ ...no, name: 'Pas du tout' }, answer('Nouveau')]
    const path = `/api/diagnostic-questions/${made.id}`
    const changed = await send('PATCH', path, { title: 'Après ?', answers }, { ifMatch: 1 })
    expect(changed.body).toMatchObject({ title: 'Après ?', version: 2 })
    const kept = (changed.body as QuestionAnswer).answers
    expect(kept.map(({ name }) => name)).toEqual(['Pas du tout', 'Nouveau'])
    expect(kept[0]?.id).toBe(no?.id)
    expect(kept.map((one) => one.id)).not.toContain(yes?.id)
  })

  it('refuses a change over an older version, and answers of another question', async () => {
    const id = await addCategory('guarded')
    const [one, two] = [await create(id, question('Une ?')), await create(id, question('Deux ?'))]
    const path = `/api/diagnostic-questions/${one.id}`
    expect((await send('PATCH', path, { title: 'Une seule ?' }, { ifMatch: 1 })).status).toBe(200)
    const stale = await send('PATCH', path, { title: 'Autre ?' }, { ifMatch: 1 })
    expect([stale.status, stale.code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    const foreign = await send('PATCH', path, { answers: two.answers })
    expect([foreign.status, foreign.code]).toEqual([422, 'REQUEST_INVALID'])
    expect((await questionsOf(id)).map(({ title, answers }) => [title, answers.length])).toEqual([
      ['Une seule ?', 2],
      ['Deux ?', 2],
    ])
  })
})

describe('the order of a category’s questions', () => {
  it('is changed one question at a time', async () => {
    const id = await addCategory('ordered')
    for (const title of ['Un', 'Deux', 'Trois']) await create(id, question(title))
    const [one, , three] = await questionsOf(id)
    const path = (questionId: string) => `/api/categories/${id}/diagnostic-questions/${questionId}`
    expect((await send('PATCH', path(three!.id), { position: 1 })).status).toBe(204)
    expect(await titles(id)).toEqual(['Trois', 'Un', 'Deux'])
    expect((await send('PATCH', path(three!.id), { position: 99 })).status).toBe(204)
    expect(await titles(id)).toEqual(['Un', 'Deux', 'Trois'])
    expect((await send('DELETE', path(one!.id))).status).toBe(204)
    expect((await send('DELETE', path(one!.id))).status).toBe(404)
    expect(await titles(id)).toEqual(['Deux', 'Trois'])
    expect((await send('GET', `/api/diagnostic-questions/${one!.id}`)).status).toBe(404)
  })

  it('has a title that no other question of its categories has, in whatever letters', async () => {
    const [path, place] = [`/api/categories/${otherCategory}/diagnostic-questions`, '/api/diagnostic-questions']
    const made = await create(otherCategory, question('Écran fêlé ?'))
    const other = await create(otherCategory, question('Coque fêlée ?'))
    expect((await send('POST', path, question(' ECRAN fêlé ? '))).code).toBe('QUESTION_TITLE_TAKEN')
    expect((await send('PATCH', `${place}/${other.id}`, { title: 'écran fêlé ?' })).code).toBe('QUESTION_TITLE_TAKEN')
    expect((await send('PATCH', `${place}/${made.id}`, { title: 'ÉCRAN FÊLÉ ?' })).status).toBe(200)
    for (const { id } of [made, other]) expect((await send('DELETE', `${path}/${id}`)).status).toBe(204)
  })

  it('leaves a question with the other categories that ask it', async () => {
    const [first, second] = [await addCategory('first'), await addCategory('second')]
    const shared = await create(first, question('Partagée ?'))
    await world.sql('insert into category_question values ($1, $2, $3, 1)', world.accountId, second, shared.id)
    expect((await questionsOf(second))[0]?.categories.map(({ name }) => name)).toEqual(['first', 'second'])
    expect((await send('DELETE', `/api/categories/${first}/diagnostic-questions/${shared.id}`)).status).toBe(204)
    expect([await titles(first), await titles(second)]).toEqual([[], ['Partagée ?']])
  })
})

describe('the picture of a question', () => {
  const image = async (side = 40) => base64Of(await pngOf(side, side))
  const shown = async (address: string | null) => (await world.api.request(String(address))).status

  it('is kept, shown beside the question in the wizard, replaced and taken away', async () => {
    const [first] = await questionsOf(world.categoryId)
    const path = `/api/diagnostic-questions/${first!.id}`
    const inWizard = async () => {
      const { body } = await outcomeOf(await (await world.visitor()).request(`/api/public/products/${world.phoneId}`))
      const { id: questionnaireId, questions } = (body as unknown as PublicProduct).terms.questionnaire
      return { questionnaireId, image: questions.find(({ id }) => id === first!.id)?.image }
    }
    // A picture is no other question: what was frozen stays in use.
    const { questionnaireId } = await inWizard()
    const kept = (await send('PATCH', path, { image: await image() })).body as unknown as QuestionAnswer
    expect(await shown(kept.image)).toBe(200)
    expect(await inWizard()).toEqual({ questionnaireId, image: kept.image })
    const replaced = (await send('PATCH', path, { image: await image(50) })).body as unknown as QuestionAnswer
    expect([await shown(kept.image), await shown(replaced.image)]).toEqual([404, 200])
    expect((await send('PATCH', path, { title: first!.title })).body).toMatchObject({ image: replaced.image })
    expect((await send('PATCH', path, { image: null })).body).toMatchObject({ image: null })
    expect([await shown(replaced.image), (await inWizard()).image]).toEqual([404, null])
  })

  it('goes with its question, and is refused by its code where it is none', async () => {
    const path = `/api/categories/${otherCategory}/diagnostic-questions`
    const body = { title: 'Pictured?', howToTest: null, description: null, answers: [answer('Yes'), answer('No')] }
    const made = (await send('POST', path, { ...body, image: await image() })).body as unknown as QuestionAnswer
    expect(await shown(made.image)).toBe(200)
    expect((await send('DELETE', `${path}/${made.id}`)).status).toBe(204)
    expect(await shown(made.image)).toBe(404)
    const wrong = await send('POST', path, { ...body, image: base64Of(Buffer.from('<svg/>')) })
    expect([wrong.status, wrong.body['code'], wrong.body['field']]).toEqual([422, 'PICTURE_TYPE_WRONG', 'image'])
    const large = base64Of(sized(await pngOf(40, 40), 250_001))
    expect((await send('POST', path, { ...body, image: large })).body['code']).toBe('PICTURE_TOO_LARGE')
  })
})

describe('a changed question', () => {
  it(
    'reaches the public wizard and the counters at once, and what was declared keeps its wording',
    { tags: ['slow'] },
    async () => {
      const visitor = await world.visitor()
      const sold = await postAs(visitor, '/api/buybacks', saleOf(world))
      expect(sold.status).toBe(200)
      const buybackId = String(sold.body['id'])
      const device = await createCounterDevice(world)
      const wizard = async () => {
        const { body } = await outcomeOf(await visitor.request(`/api/public/products/${world.phoneId}`))
        return (body as unknown as PublicProduct).terms.questionnaire
      }
      expect((await wizard()).id).toBe(world.questionnaireId)
      const [screen] = await questionsOf(world.categoryId)
      const changed = await send('PATCH', `/api/diagnostic-questions/${screen!.id}`, {
        title: 'L’écran est-il intact ?',
      })
      expect(changed.status).toBe(200)

      const asked = await wizard()
      expect(asked.id).not.toBe(world.questionnaireId)
      expect(asked.questions[0]?.title).toBe('L’écran est-il intact ?')
      const before = device.catalog
      const capture = await device.sale()
      const after = await device.refetch()
      expect(after.version).not.toBe(before.version)

      const detail = (await send('GET', `/api/buybacks/${buybackId}`)).body as unknown as BuybackAnswer
      expect(JSON.stringify(detail.diagnostic)).toContain('The screen?')
      expect(JSON.stringify(detail.diagnostic)).not.toContain('intact')
      // What a counter captured under the version before is honoured with the questions that it asked.
      expect((await device.push(capture)).map(said)).toEqual(['applied'])
    },
  )
})

describe('an answer that makes the questions after its own pointless', () => {
  it('is kept, frozen for the sale, and sells without an answer to those questions', async () => {
    const [screen] = await questionsOf(world.categoryId)
    const last = { bestGrade: 'grade_a', isLast: true }
    const answers = screen!.answers.map((one) => (one.name === 'Broken' ? { ...one, ...last } : one))
    expect((await send('PATCH', `/api/diagnostic-questions/${screen!.id}`, { answers })).status).toBe(200)
    const kept = (await questionsOf(world.categoryId))[0]!.answers
    expect(kept.map(({ isLast }) => isLast)).toEqual([undefined, undefined, true])
    // A page from before last answers says nothing of them.
    const silent = kept.map(({ isLast: _isLast, ...one }) => one)
    expect((await send('PATCH', `/api/diagnostic-questions/${screen!.id}`, { answers: silent })).status).toBe(200)
    expect((await questionsOf(world.categoryId))[0]!.answers[2]?.isLast).toBe(true)
    const visitor = await world.visitor()
    const { body } = await outcomeOf(await visitor.request(`/api/public/products/${world.phoneId}`))
    const { id: questionnaireId, questions } = (body as unknown as PublicProduct).terms.questionnaire
    expect(questions[0]?.answers.map(({ isLast }) => isLast)).toEqual([undefined, undefined, true])
    const sold = async (answer: QuestionAnswer['answers'][number] | undefined) => {
      const answers = [{ questionId: screen!.id, answerId: answer!.id }]
      return postAs(visitor, '/api/buybacks', { ...saleOf(world), questionnaireId, answers })
    }
    expect(await sold(kept[0])).toMatchObject({ code: 'DIAGNOSTIC_UNANSWERED' })
    expect(await sold(kept[2])).toMatchObject({ status: 200, code: undefined })
  })
})
