import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import type { QuestionAnswer } from '#sync/calls/question.ts'
import type { RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import type { Http } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { DiagnosticTab } from './product-diagnostic-tab.tsx'

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
  product: null,
  position: 1,
  answers: [],
  productCount: 0,
}

const own: readonly RefurbQuestionAnswer[] = [
  { ...workshop, id: 'o1', label: 'Hinge', product: { id: 'p1', label: 'Fold 5' } },
  { ...workshop, id: 'o2', label: 'Pen', position: 2, product: { id: 'p1', label: 'Fold 5' } },
]

/** A server with a question of a category, one of the workshop, and two of the product. */
function server(asked: (method: string, address: string, body: unknown) => void = () => undefined) {
  return createHttp({
    fetch: async (address, request) => {
      const [path, method] = [address as string, request?.method ?? 'GET']
      if (method !== 'GET') {
        asked(method, path, request?.body === undefined ? null : JSON.parse(request.body as string))
        return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(own[0])
      }
      if (!path.startsWith('/api/refurb-questions'))
        return Response.json({ category: { id: 'c1', name: 'Phones', status: 'active' }, questions: [question] })
      const members = path.includes('product=p1') ? own : [workshop]
      return Response.json({ 'hydra:member': members, 'hydra:totalItems': members.length })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
}

/** The tab of a product over a category; answers where its links lead. */
async function linksFor(userType: UserType): Promise<Readonly<Record<string, string>>> {
  const place = await drawTab(userType, server())
  await vi.waitFor(() => expect(place.textContent).toContain('Screen'))
  for (const label of userType === 'admin' ? ['Battery', 'Pen'] : [])
    await vi.waitFor(() => expect(place.textContent).toContain(label))
  const links = [...place.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent])
  return Object.fromEntries(links) as Record<string, string>
}

async function drawTab(userType: UserType, http: Http, productId: string | null = 'p1'): Promise<HTMLElement> {
  const { screen } = overPages(() => <DiagnosticTab categoryId="c1" productId={productId} />, ['/product'])
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['catalog'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType }),
  })
  return place
}

it('leads from each question of a product to its form, and to a further one (CAT-30)', async () => {
  expect(await linksFor('admin')).toEqual({
    '/diagnostic/category/c1/question/q1': 'Screen',
    '/diagnostic/category/c1': 'See the questions',
    '/diagnostic/category/c1/question/add': 'Add a question',
    '/refurb-diagnosis-questions/r1/edit': 'Battery',
    '/refurb-diagnosis-questions': 'See the questions',
    '/refurb-diagnosis-questions/create': 'Add a question',
    '/refurb-diagnosis-questions/o1/edit': 'Hinge',
    '/refurb-diagnosis-questions/o2/edit': 'Pen',
    '/refurb-diagnosis-questions/create?product=p1': 'Add a question',
  })
})

it('shows the questions of a product to who may not change them', async () => {
  expect(await linksFor('store_seller')).toEqual({ '/diagnostic/category/c1': 'See the questions' })
})

it('orders and removes the questions that a product has of its own (CAT-30)', async () => {
  const asked = vi.fn()
  const place = await drawTab('admin', server(asked))
  const button = (label: string): HTMLButtonElement => {
    const found = document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
    if (found === null) throw new Error(`no ${label} yet`)
    return found
  }
  await vi.waitFor(() => button('Move up – Pen'))
  expect([button('Move up – Hinge').disabled, button('Move down – Pen').disabled]).toEqual([true, true])
  button('Move up – Pen').click()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('PATCH', '/api/refurb-questions/o2', { position: 1 }))
  button('Delete – Hinge').click()
  const confirm = await vi.waitFor(() => {
    const found = [...document.querySelectorAll('[role="dialog"] button')].find((one) => one.textContent === 'Delete')
    if (found === undefined) throw new Error('no question yet')
    return found as HTMLButtonElement
  })
  confirm.click()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('DELETE', '/api/refurb-questions/o1', null))
  expect(place.textContent).toContain('The workshop asks them after those of every product')
})

it('asks to create a product before its own questions', async () => {
  const place = await drawTab('admin', server(), null)
  await vi.waitFor(() => expect(place.textContent).toContain('Create the product first.'))
})
