import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { id } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { RefurbQuestionFormPage } from './refurb-question-form-page.tsx'
import { refurbKey } from './refurb-calls.ts'

it('keeps what was typed when the steps to choose from cannot be asked for again', async () => {
  const noSteps = { 'hydra:member': [], 'hydra:totalItems': 0 }
  const network = vi.fn<typeof fetch>().mockResolvedValueOnce(Response.json(noSteps)).mockRejectedValue(new TypeError())
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { screen } = overPages(() => <RefurbQuestionFormPage id={null} />)
  const { place } = await drawScreen(screen, { texts: ['errors', 'refurb'], http, queries })
  const label = await vi.waitUntil(() => place.querySelector('input'))
  expect(label).toBe(document.activeElement)
  document.execCommand('insertText', false, 'Marquage')
  await queries.invalidateQueries({ queryKey: refurbKey })
  expect(network).toHaveBeenCalledTimes(2)
  // The page hears of the failure, and has had time to draw.
  await new Promise((drawn) => setTimeout(drawn, 100))
  expect(document.activeElement).toBe(label)
  expect(label).toHaveProperty('value', 'Marquage')
})

it(
  'opens a question with its answers and their steps, and saves a new label over the version that was opened',
  { tags: ['slow'] },
  async () => {
    const [engraving, cleaning] = [
      { id: id(2), name: 'Gravure laser' },
      { id: id(3), name: 'Nettoyage' },
    ] as const
    const workplace = { stockId: id(4), stockName: 'Établi', warehouseId: id(5), warehouseName: 'Lyon' }
    const steps = [engraving, cleaning].map((step) => ({
      ...step,
      ...workplace,
      version: 1,
      description: null,
      costs: [],
      managerCancels: false,
      questions: [],
    }))
    const question = {
      id: id(1),
      version: 3,
      label: 'Marquage ?',
      type: 'multiple',
      position: 2,
      product: null,
      productCount: 0,
      answers: [
        { id: id(6), label: 'Oui', steps: [cleaning, engraving] },
        { id: id(7), label: 'Non', steps: [] },
      ],
    }
    const network = vi.fn((address: string, { method }: RequestInit) => {
      if (address.startsWith('/api/refurb-steps?')) return { 'hydra:member': steps, 'hydra:totalItems': 2 }
      if (address !== `/api/refurb-questions/${id(1)}`) throw new Error(`Not expected: ${address}`)
      return method === 'PATCH' ? { ...question, version: 4, label: 'Gravure demandée ?' } : question
    })
    const answered = ((address: string, request: RequestInit) =>
      Promise.resolve(Response.json(network(address, request)))) as typeof fetch
    const http = createHttp({ fetch: answered, module: () => null, onSessionEnded: () => undefined })
    const [list, edit] = ['/refurb-diagnosis-questions', '/refurb-diagnosis-questions/$id/edit'] as const
    const { screen, path } = overPages(
      () => <RefurbQuestionFormPage id={id(1)} />,
      [list, edit],
      `${list}/${id(1)}/edit`,
    )
    const { place } = await drawScreen(screen, { texts: ['errors', 'refurb'], http })
    const label = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('form input'))
    expect(place.textContent).toContain('Modifier la question')
    expect(label.value).toBe('Marquage ?')
    expect(place.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value).toBe('multiple')
    const answers = [...place.querySelectorAll('fieldset:has(> legend.visually-hidden)')].map((answer) => [
      answer.querySelector('input')?.value,
      ...[...answer.querySelectorAll('.mantine-Pill-label')].map((pill) => pill.textContent),
    ])
    expect(answers).toEqual([['Oui', 'Nettoyage', 'Gravure laser'], ['Non']])
    await userEvent.fill(label, 'Gravure demandée ?')
    await userEvent.click(place.querySelector('button[type=submit]') as Element)
    await vi.waitFor(() => expect(path()).toBe(list))
    const sent = network.mock.calls.filter(([, { method }]) => method !== 'GET')
    expect(sent).toHaveLength(1)
    const [address, request] = sent[0] as (typeof sent)[0]
    expect([request.method, address]).toEqual(['PATCH', `/api/refurb-questions/${id(1)}`])
    expect((request.headers as Headers).get('if-match')).toBe('"3"')
    expect(JSON.parse(request.body as string)).toEqual({
      label: 'Gravure demandée ?',
      type: 'multiple',
      answers: [
        { id: id(6), label: 'Oui', stepIds: [id(3), id(2)] },
        { id: id(7), label: 'Non', stepIds: [] },
      ],
    })
  },
)
