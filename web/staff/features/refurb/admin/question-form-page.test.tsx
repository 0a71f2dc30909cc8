import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http.ts'
import { RefurbQuestionFormPage } from './question-form-page.tsx'
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
