import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import type { QuestionAnswer } from '#sync/calls/question.ts'
import type { RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { DiagnosticTab } from './diagnostic-tab.tsx'

const question: QuestionAnswer = {
  id: 'q1',
  version: 1,
  title: 'Screen',
  howToTest: null,
  description: null,
  translations: {},
  image: null,
  answers: [],
  categories: [],
}
const workshop: RefurbQuestionAnswer = {
  id: 'r1',
  version: 1,
  label: 'Battery',
  type: 'unique',
  position: 1,
  answers: [],
  productCount: 0,
}

/** The tab over a category with one question, and a workshop with another; answers where its links lead. */
async function linksFor(userType: UserType): Promise<Readonly<Record<string, string>>> {
  const http = createHttp({
    fetch: async (address) =>
      Response.json(
        (address as string).startsWith('/api/refurb-questions')
          ? { 'hydra:member': [workshop], 'hydra:totalItems': 1 }
          : { category: { id: 'c1', name: 'Phones', status: 'active' }, questions: [question] },
      ),
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(() => <DiagnosticTab categoryId="c1" />, ['/product']).screen, {
    language: 'en-GB',
    texts: ['catalog'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType }),
  })
  await vi.waitFor(() => expect(place.textContent).toContain('Screen'))
  if (userType === 'admin') await vi.waitFor(() => expect(place.textContent).toContain('Battery'))
  const links = [...place.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent])
  return Object.fromEntries(links) as Record<string, string>
}

it('leads from each question of a product to its form, and to a further one (CAT-30)', async () => {
  expect(await linksFor('admin')).toEqual({
    '/diagnostic/category/c1/question/q1': 'Screen',
    '/diagnostic/category/c1': 'See the questions',
    '/diagnostic/category/c1/question/add': 'Add a question',
    '/refurb-diagnosis-questions/r1/edit': 'Battery',
    '/refurb-diagnosis-questions': 'See the questions',
    '/refurb-diagnosis-questions/create': 'Add a question',
  })
})

it('shows the questions of a product to who may not change them', async () => {
  expect(await linksFor('store_seller')).toEqual({ '/diagnostic/category/c1': 'See the questions' })
})
