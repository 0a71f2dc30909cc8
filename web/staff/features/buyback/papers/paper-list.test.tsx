import { afterEach, expect, it, vi } from 'vitest'
import { buybackDocumentKinds, type BuybackDocumentKind } from '#domain/document/buyback-document.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { PaperList } from './paper-list.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Told = Partial<Record<BuybackDocumentKind, { readonly state: string; readonly isDue: boolean }>>

async function draw(told: Told) {
  const documents = buybackDocumentKinds.map((kind) => ({
    kind,
    readyAt: null,
    unknownVariables: [],
    ...(told[kind] ?? { state: 'none', isDue: false }),
  }))
  const asked: string[] = []
  const network = fetch
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    if (!new URL(typeof input === 'string' ? input : input.url, location.href).pathname.startsWith('/api/'))
      return network(input, init)
    const method = init?.method ?? (typeof input === 'string' ? 'GET' : input.method)
    asked.push(method)
    return Promise.resolve(method === 'HEAD' ? new Response(null, { status: 425 }) : Response.json({ documents }))
  })
  const { place } = await drawScreen(<PaperList buybackId="0197b5a2-0000-7000-8000-000000000001" />, {
    language: 'en-GB',
    texts: ['document'],
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const said = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(said().length).toBeGreaterThan(0))
  return {
    said,
    asked,
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        await vi.advanceTimersByTimeAsync(1_000)
        // What is drawn goes by messages of the browser, which no clock holds up.
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    },
  }
}

it('a paper that is due later stays so, and is not looked for', async () => {
  const { said, asked, pass } = await draw({
    tracking_sheet: { state: 'ready', isDue: true },
    voucher: { state: 'awaiting', isDue: false },
  })
  const before = asked.length
  await pass(60_000)
  const papers = said()
  expect(papers.at(-1)).toContain('available later')
  expect(asked).toHaveLength(before)
})

it('a label that is due is asked for by its own call, beside a paper that is due later', async () => {
  const { said, asked, pass } = await draw({
    shipping_label: { state: 'awaiting', isDue: true },
    voucher: { state: 'awaiting', isDue: false },
  })
  await pass(60_000)
  const papers = said()
  expect(asked.filter((method) => method === 'HEAD')).toHaveLength(5)
  expect(papers.at(-1)).toContain('available later')
  expect(papers[0]).not.toContain('in a few moments')
})

it('a label that could not be made is not yet available until the last look, as its own call has it (BB-42)', async () => {
  const { said, asked, pass } = await draw({ shipping_label: { state: 'failed', isDue: true } })
  expect(said()).toEqual(['The shipping label is not available yet. It will be ready in a few moments.'])
  await pass(60_000)
  expect(asked.filter((method) => method === 'HEAD')).toHaveLength(5)
  expect(said()).toEqual(['The shipping label is not available.'])
})
