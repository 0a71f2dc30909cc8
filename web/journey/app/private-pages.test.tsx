import { afterEach, expect, it, vi } from 'vitest'
import { readTrackingCall } from '#sync/calls/buyback-detail.ts'
import { readProposalCall } from '#sync/calls/proposal.ts'
import { readQuoteCall } from '#sync/calls/quote.ts'
import { clearPages, drawPage, refusal } from '#tests/support/journey-page.tsx'

afterEach(clearPages)

const proposal = readProposalCall.answer.parse({
  state: 'open',
  language: 'en-GB',
  currency: 'EUR',
  accountName: 'Maison Rivoli',
  buybackCode: '2260000000011',
  productName: 'Nikon Z6',
  declaredCents: 30_000,
  proposedCents: 18_000,
  declaredLines: [{ grade: 'grade_a', label: null, valueCents: 30_000 }],
  proposedLines: [{ grade: 'grade_d', label: null, valueCents: 18_000 }],
  questions: [],
  photos: [],
  photosComing: 0,
  comment: null,
  expiresAt: '2126-04-01T10:00:00.000Z',
  answeredAt: null,
})

async function openProposal(word: 'accept' | 'reject', answer: (body: unknown) => unknown) {
  let kept: unknown = proposal
  const page = await drawPage(`/buyback/b1/${word}?token=o_token`, {
    answers: {
      '/api/proposals/{token}': () => kept,
      '/api/proposals/{token}/answer': ({ body }: { readonly body?: unknown }) => answer(body),
    },
  })
  const press = async (name: string) => (await vi.waitUntil(() => page.named(name))).click()
  const dialog = () => page.place.querySelector<HTMLElement>('dialog[open]')
  const confirm = async (name: string) => {
    const asked = await vi.waitUntil(dialog)
    const button = [...asked.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    button!.click()
  }
  const says = (words: string) => vi.waitFor(() => expect(page.place.textContent).toContain(words))
  return { ...page, press, confirm, dialog, says, become: (next: object) => (kept = { ...proposal, ...next }) }
}

const declined = { ...proposal, state: 'declined', answeredAt: '2126-03-10T10:00:00.000Z' }
const decline = 'Decline and get the product back'

it('a proposal is declined after a question, once, and says so (BB-38, BB-39)', async () => {
  const sent = vi.fn(() => declined)
  const page = await openProposal('reject', sent)
  await page.press(decline)
  await page.confirm('Back to the proposal')
  await vi.waitFor(() => expect(page.dialog()).toBeNull())
  expect(sent).not.toHaveBeenCalled()
  await page.press(decline)
  await page.confirm(decline)
  await page.says('You have declined this price.')
  expect(page.place.querySelector('main [role=alert]')?.textContent).toContain('You have declined this price.')
  expect(sent.mock.calls).toEqual([[{ answer: 'declined' }]])
  expect(page.named(decline)).toBeUndefined()
})

it('a proposal that was declined says so when it is opened again, to be answered no more (BB-38)', async () => {
  const page = await drawPage('/buyback/b1/accept?token=o_token', { answers: { '/api/proposals/{token}': declined } })
  await vi.waitFor(() => expect(page.place.textContent).toContain('You have declined this price.'))
  expect(page.place.textContent).toContain('Answered on')
  expect([page.named(decline), page.named('Accept €180.00')]).toEqual([undefined, undefined])
})

it('a proposal that was answered elsewhere says what became of it, in place of the answer (BB-38)', async () => {
  const page = await openProposal('accept', () => {
    page.become({ state: 'accepted', answeredAt: '2126-03-10T10:00:00.000Z' })
    return Promise.reject(refusal('PROPOSAL_CLOSED', 409))
  })
  await page.press(decline)
  await page.confirm(decline)
  await page.says('You have accepted this price.')
  expect(page.named(decline)).toBeUndefined()
})

const tracking = readTrackingCall.answer.parse({
  buybackId: 'b1',
  identificationNumber: '2260000000011',
  accountName: 'Maison Rivoli',
  language: 'en-GB',
  currency: 'EUR',
  status: 'bb_completed',
  itemStatus: 'item_completed',
  deliveryStatus: 'DELIVERY_DELIVERED',
  paymentStatus: 'payment_created',
  productId: 'p1',
  productName: 'Nikon Z6',
  productSlug: 'nikon-z6',
  image: null,
  circuitType: 'web_post',
  storeName: null,
  totalPriceCents: 30_000,
  paidPriceCents: 30_000,
  createdAt: '2126-03-01T10:00:00.000Z',
  settledAt: '2126-03-06T10:00:00.000Z',
  promisedPaymentOn: '2126-03-13',
  priceHoldsUntil: null,
  paymentType: 'bank_transfer',
  paidAt: null,
  voucherCode: null,
  proposalUntil: null,
  instructions: [],
  parcel: { carrierName: 'Colis Express', trackingNumber: 'CE123', trackingUrl: null },
  deliveryEvents: [
    { at: '2126-03-02T08:00:00.000Z', status: 'DELIVERY_PICKED_UP', place: 'Lille', text: null },
    { at: '2126-03-03T08:00:00.000Z', status: 'DELIVERY_IN_TRANSIT', place: 'Lyon', text: null },
    { at: '2126-03-04T08:00:00.000Z', status: 'DELIVERY_DELIVERED', place: null, text: null },
  ],
  events: [{ at: '2126-03-01T10:00:00.000Z', itemStatus: 'item_created' }],
})

async function openTracking(change: object = {}) {
  const page = await drawPage('/buyback/tracking/t_token', {
    answers: {
      '/api/tracking/{token}': { ...tracking, ...change },
      '/api/tracking/{token}/documents': { documents: [] },
    },
  })
  const part = (name: string) =>
    vi.waitUntil(() =>
      [...page.place.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === name),
    )
  return { ...page, part }
}

it('the tracking page says what the carrier has told, the latest first, each with its place', async () => {
  const { part } = await openTracking()
  const parcel = await part('Your parcel')
  expect([...parcel.querySelectorAll('li > span')].map(({ textContent }) => textContent)).toEqual([
    'Parcel delivered',
    'Parcel in transitLyon',
    'Parcel picked upLille',
  ])
  expect(parcel.textContent).toContain('CE123')
})

it('the tracking page says what was declared, and adds up the promised price', async () => {
  const declared = {
    grade: 'grade_b',
    imei: '•••• 3809',
    answers: [{ question: 'Does it switch on?', answer: 'Yes' }],
    estimateCents: 28_500,
    impactPriceEntries: [
      { source: 'circuit', label: 'Par la poste', valueCents: -500 },
      { source: 'payment_mode', label: 'Gift card', valueCents: 2_000 },
    ],
  }
  const { part } = await openTracking({ declared })
  const card = await part('What you declared')
  expect(card.querySelector('strong')?.textContent).toBe('Very good condition')
  const rows = [...card.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['Does it switch on?', 'Yes'],
    ['IMEI number', '•••• 3809'],
    ['Estimate', '€285.00'],
    ['By post', '-€5.00'],
    ['Gift card', '+€20.00'],
    ['Promised price', '€300.00'],
  ])
  clearPages()
  const older = await openTracking()
  await older.part('Your payment')
  expect(older.place.textContent).not.toContain('What you declared')
})

const atHome = {
  status: 'bb_awaiting_inventory',
  itemStatus: 'item_created',
  paymentStatus: 'awaiting_payment',
  settledAt: null,
  sendBy: '2126-03-15',
}
const inStore = {
  ...atHome,
  status: 'bb_awaiting_store_drop',
  itemStatus: 'item_awaiting_store_drop',
  circuitType: 'web_drop',
}

it.each([
  ['a parcel', atHome, 'Please hand it over by 15 March 2126.'],
  [
    'a parcel that is late',
    { ...atHome, sendBy: '2026-03-15' },
    'It was to be handed over by 15 March 2026. You still can.',
  ],
  [
    'a drop at a store before the end of its price',
    { ...inStore, priceHoldsUntil: '2126-03-16T10:00:00.000Z' },
    'Please hand it over by 15 March 2126.',
  ],
])('the tracking page of %s says until when it is handed over', async (_what, change, words) => {
  const { place, part } = await openTracking(change)
  await part('Your payment')
  expect(place.querySelector('section[data-state]')?.textContent).toContain(words)
})

it.each([
  ['whose price ends that day', { ...inStore, priceHoldsUntil: '2126-03-15T10:00:00.000Z' }],
  ['of which no day is said', { ...atHome, sendBy: null }],
  ['that is on its way', { ...atHome, itemStatus: 'item_in_transit', status: 'bb_in_transit' }],
])('the tracking page of a product %s says no second day', async (_what, change) => {
  const { place, part } = await openTracking(change)
  await part('Your payment')
  expect(place.querySelector('section[data-state]')?.textContent).not.toMatch(/hand(ed)? (it )?over/)
})

it.each([
  ['payment_created', true],
  ['payment_initiated', true],
  ['payment_completed', false],
])('the tracking page of a buyback with %s says by when the money comes: %s', async (paymentStatus, isSaid) => {
  const { part } = await openTracking({ paymentStatus })
  const words = (await part('Your payment')).textContent
  expect(words.includes('At the latest on')).toBe(isSaid)
  expect(words.includes('13 March 2126')).toBe(isSaid)
})

it.each([
  ['tracking/t_cut', '/api/tracking/{token}', 'TRACKING_LINK_INVALID', 'This tracking link is not valid'],
  ['quote/q_cut', '/api/quotes/{token}', 'REQUEST_NOT_FOUND', 'This kept price cannot be found'],
])('the page %s of a link that was cut or made up says so', async (path, call, code, title) => {
  const page = await drawPage(`/buyback/${path}`, { answers: { [call]: () => Promise.reject(refusal(code, 404)) } })
  await vi.waitFor(() => expect(page.place.querySelector('h1')?.textContent).toBe(title))
})

const kept = readQuoteCall.answer.parse({
  token: 'q_token',
  priceVersion: '1',
  createdAt: '2126-03-01T10:00:00.000Z',
  expiresAt: '2126-03-16T10:00:00.000Z',
  isExpired: false,
  isSold: false,
  currency: 'EUR',
  product: { id: 'p1', slug: 'nikon-z6', label: 'Z6', brand: 'Nikon', image: null, categoryId: 'k1' },
  questionnaireId: null,
  answers: [],
  lines: [],
  imei: null,
  grade: 'grade_a',
  gradePriceCents: 30_000,
  estimatedPriceCents: 30_000,
  options: null,
  impactPriceEntries: [],
  totalPriceCents: 30_000,
  currentEstimatedPriceCents: 30_000,
})

it.each([
  [false, 'Your price is kept', true],
  [true, 'This price has become a trade-in', false],
])(
  'the page of a kept price of which a trade-in was made, %s, says so and keeps no price',
  async (isSold, title, isKept) => {
    const page = await drawPage('/buyback/quote/q_token', {
      answers: {
        '/api/quotes/{token}': { ...kept, isSold },
        '/api/public/products/{id}': () => Promise.reject(refusal('PRODUCT_NOT_PUBLISHED', 404)),
        '/api/public/options': { circuits: [] },
      },
    })
    await vi.waitFor(() => expect(page.place.querySelector('h1')?.textContent).toContain(title))
    expect(page.place.textContent.includes('Valid until')).toBe(isKept)
  },
)
