import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { startTexts } from '../../kit/site-texts.ts'
import { PaperCard, type Papers } from './paper-card.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

async function show(
  papers: readonly Partial<Papers['documents'][number]>[],
  labelStatus: number | readonly number[],
  hasClock = false,
) {
  const asked: number[] = []
  const statuses = [labelStatus].flat()
  const askLabel = () => {
    const status = statuses[Math.min(asked.length, statuses.length - 1)]!
    asked.push(status)
    return Promise.resolve(status)
  }
  const documents = papers as Papers['documents']
  const texts = await startTexts('en-GB', ['tracking'])
  const place = document.body.appendChild(document.createElement('div'))
  if (hasClock) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <PaperCard papers={{ documents, addressOf: (kind) => `/${kind}`, askLabel }} />
    </I18nextProvider>,
  )
  await vi.waitFor(() => expect(place.querySelector('h2')).not.toBeNull())
  return {
    asked,
    link: () => place.querySelector('li a')?.getAttribute('href'),
    said: () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent),
    label: () => place.querySelector('[role="status"]')?.textContent,
  }
}

/** Waits for what is drawn; the timers of the page stand still. */
async function soon(check: () => void): Promise<void> {
  for (let left = 600; ; left--) {
    try {
      return check()
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }
}

it('says of a paper that is due later that it comes later', async () => {
  const { said } = await show(
    [
      { kind: 'transfer_order', state: 'awaiting', isDue: false },
      { kind: 'receipt', state: 'awaiting', isDue: true },
    ],
    404,
  )
  expect(said()).toEqual(['Transfer orderAvailable later', 'ReceiptBeing prepared'])
})

it('says that no label is expected once its call answers so, and does not call it being prepared (BB-42)', async () => {
  const { said, label } = await show([{ kind: 'shipping_label', state: 'awaiting', isDue: true }], 404)
  await vi.waitFor(() => expect(label()).toBe('No shipping label is expected for this trade-in.'))
  expect(said()).toEqual([])
})

it('does not look for a label that is due later', async () => {
  const { said, asked, label } = await show([{ kind: 'shipping_label', state: 'awaiting', isDue: false }], 425)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([asked, said(), label()]).toEqual([[], ['Shipping labelAvailable later'], ''])
})

it('says of each paper that could not be made, in its own words, that it is not there (BB-43)', async () => {
  const kinds = ['transfer_order', 'tracking_sheet', 'receipt', 'voucher', 'gift_card'] as const
  const { said } = await show(
    kinds.map((kind) => ({ kind, state: 'failed', isDue: true })),
    404,
  )
  expect(said()).toEqual([
    'The transfer order could not be prepared: write to us',
    'The tracking sheet could not be prepared: write to us',
    'The receipt could not be prepared: write to us',
    'The voucher could not be prepared: write to us',
    'The gift card could not be prepared: write to us',
  ])
})

it.each(['failed', 'awaiting'] as const)(
  'says of a label that is %s that it is on its way while it is looked for, and at last that it is not there (BB-42)',
  async (state) => {
    const { said, label, asked } = await show([{ kind: 'shipping_label', state, isDue: true }], 425, true)
    expect(said()).toEqual(['Shipping labelBeing prepared'])
    await vi.advanceTimersByTimeAsync(60_000)
    await soon(() => expect(said()).toEqual(['The shipping label could not be prepared: write to us']))
    expect(label()).toBe('Your label is taking longer than expected. You will receive it by e-mail.')
    expect(asked).toHaveLength(5)
  },
)

it('shows a label that was still to be made once it is ready, and says so', async () => {
  const awaited = { kind: 'shipping_label', state: 'awaiting', isDue: true } as const
  const { said, link, label, asked } = await show([awaited], [425, 200], true)
  expect([said(), link()]).toEqual([['Shipping labelBeing prepared'], undefined])
  await vi.advanceTimersByTimeAsync(3_000)
  await soon(() => expect([label(), link()]).toEqual(['Your label is ready.', '/shipping_label']))
  expect(asked).toEqual([425, 200])
})
