import { expect, it, vi } from 'vitest'
import type { QuestionAnswer } from '#sync/calls/question.ts'
import { id } from '#tests/support/floor-world.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { QuestionFormPage } from './question-form-page.tsx'

const answer = (number: number, name: string): QuestionAnswer['answers'][number] => ({
  id: id(number),
  name,
  description: null,
  translations: {},
  bestGrade: 'grade_a',
  impact: { type: 'none' },
})
const question: QuestionAnswer = {
  id: 'q1',
  version: 1,
  title: 'Usure ?',
  howToTest: null,
  description: null,
  translations: {},
  image: null,
  answers: [answer(1, 'Oui'), answer(2, 'Non')],
  categories: [{ id: 'k1', name: 'Vélos' }],
}

async function open(questionId: string | null) {
  let stored = question
  let refusal: string | null = null
  const office = await openOffice(() => <QuestionFormPage categoryId="k1" questionId={questionId} />, {
    answer: ({ method, path, version }) => {
      if (path.endsWith('/diagnostic-questions') && method === 'GET')
        return { category: { id: 'k1', name: 'Vélos', status: 'active' }, questions: [stored] }
      if (method !== 'GET' && version !== `"${stored.version}"`)
        return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: 'x' }, { status: 412 })
      if (method !== 'GET' && refusal !== null) return Response.json({ code: refusal, message: 'x' }, { status: 409 })
      if (path.endsWith('/q2')) return Response.json({ code: 'REQUEST_NOT_FOUND', message: 'x' }, { status: 404 })
      return stored
    },
    texts: ['catalog', 'warehouse'],
    userType: 'root_management_unit_manager',
    pages: ['/diagnostic/category/$categoryId/question/$questionId', '/diagnostic/category/$categoryId', '/diagnostic'],
    at: '/diagnostic/category/k1/question/q1',
  })
  return {
    ...office,
    refuse: (code: string) => (refusal = code),
    changeElsewhere: (part: Partial<QuestionAnswer>) => (stored = { ...stored, ...part, version: 2 }),
  }
}

it('a new question says what is missing, at the first of it, and sends nothing (CAT-43, CAT-44)', async () => {
  const { press, field, place, asked } = await open(null)
  await press('Ajouter une question')
  const missing = () =>
    [...place.querySelectorAll('[id$="-error"]')].filter(
      ({ textContent }) => textContent === 'Ce champ est obligatoire et doit compter de 2 à 255 caractères.',
    )
  await vi.waitFor(() => expect(missing()).toHaveLength(3))
  const title = await field('Question')
  await vi.waitFor(() => expect(document.activeElement).toBe(title))
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('a question that another user has changed keeps what was typed, and can be loaded again', async () => {
  const { fill, press, field, alert, changeElsewhere } = await open('q1')
  await fill('Question', 'Usure visible ?')
  changeElsewhere({ description: 'Autre' })
  await press('Enregistrer')
  expect((await alert()).textContent).toContain('Recharger')
  expect((await field('Question')).value).toBe('Usure visible ?')
  await press('Recharger')
  await vi.waitFor(async () => expect((await field('Question')).value).toBe('Usure ?'))
  expect((await field('Description')).value).toBe('Autre')
})

it('a title that a question of the category has already is refused in words, and stays to be changed (I17)', async () => {
  const { fill, press, field, alert, refuse } = await open('q1')
  await fill('Question', 'Fêlée ?')
  refuse('QUESTION_TITLE_TAKEN')
  await press('Enregistrer')
  expect((await alert()).textContent).toContain('Une catégorie pose déjà une question de ce titre.')
  expect((await field('Question')).value).toBe('Fêlée ?')
})

it('two answers of one name are told at the second, before anything is sent (I17)', async () => {
  const { fill, press, place, asked } = await open('q1')
  await fill('Réponse 2', 'OUI')
  await press('Enregistrer')
  await vi.waitFor(() => expect(place.textContent).toContain('Une autre réponse a déjà ce nom.'))
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('a question that is not there is said to be so, without another try', async () => {
  const { alert, place } = await open('q2')
  expect((await alert()).textContent).toBe('Cette question n’existe pas ou plus.')
  expect(place.querySelector('[role=alert] button')).toBeNull()
})
