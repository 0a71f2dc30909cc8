import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearPages, drawPage } from '#tests/support/journey-page.tsx'
import { shippingWay, wizardCircuit, wizardProduct } from '#tests/support/wizard-product.ts'
import siteStyles from '../../kit/base.css?inline'

afterEach(async () => {
  clearPages()
  await page.viewport(414, 896)
})

const [imei, feature] = ['358888888888888', 'imei_search_and_collect']
/** The site of an account that searches by IMEI, with all other ways to search beside it. */
const site = {
  settings: {
    enabledPremiumFeatures: ['multi_product_cart', feature],
    cartMinValue: 0,
    categoryNavigationEnabled: true,
    barCodeEnabled: true,
  },
}

/** Draws a page as its visitors see it: what is measured depends on the type and the boxes of the whole site. */
async function draw(path: string, answers: object = {}) {
  const styles = document.head.appendChild(document.createElement('style'))
  styles.textContent = siteStyles
  onTestFinished(() => styles.remove())
  const home = { metaTitle: null, metaDescription: null, widgets: [] }
  return drawPage(path, { site, answers: { '/api/public/home': home, ...answers } })
}

/** How much room a field has for its text, and how much its text takes, in CSS pixels. */
function roomOf(field: HTMLInputElement): { readonly room: number; readonly taken: number } {
  const style = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const spacing = Number.parseFloat(style.letterSpacing) || 0
  const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
  return { room, taken: pen.measureText(field.value).width + spacing * field.value.length }
}

/** Whether a field shows a whole IMEI on phones, a tablet and a desk. */
async function expectInSight(field: HTMLInputElement): Promise<void> {
  await userEvent.fill(field, imei)
  for (const width of [320, 390, 820, 1440]) {
    await page.viewport(width, 844)
    const { room, taken } = roomOf(field)
    expect(taken).toBeGreaterThan(100)
    expect(room, `at ${width} px`).toBeGreaterThanOrEqual(taken)
    expect(field.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(field.clientWidth)
  }
}

it('all digits of an IMEI that is searched with are in sight on every screen', async () => {
  const { place } = await draw('/buyback/search')
  const field = await vi.waitUntil(() =>
    place.querySelector<HTMLInputElement>('main form:not([role=search]) input[inputmode=numeric]'),
  )
  await expectInSight(field)
})

/** The screen that asks for the IMEI of a product without questions. */
async function openImei() {
  const { terms } = wizardProduct()
  const questionnaire = { ...terms.questionnaire, questions: [] }
  const simple = {
    ...wizardProduct({ simple: true, imeiCollect: true }),
    terms: { ...terms, simple: true, prices: { functional: 10_000 }, questionnaire },
  }
  const ways = ['one', 'other'].map((id) => shippingWay(id, 'web_post', { description: id }))
  const drawn = await draw('/buyback/create/p1/d7500', {
    '/api/public/products/{id}': simple,
    '/api/public/options': { circuits: [wizardCircuit('web_post', { shippingMethods: ways })] },
  })
  const { place } = drawn
  const field = () => place.querySelector<HTMLInputElement>('main form input[inputmode=numeric]')
  for (let step = 0; step < 6 && field() === null; step++) {
    const before = place.querySelector('main h1')?.textContent
    const choice = await vi.waitUntil(() => field() ?? place.querySelector<HTMLButtonElement>('main ul button'))
    if (choice instanceof HTMLInputElement) break
    choice.click()
    await vi.waitFor(() => expect(place.querySelector('main h1')?.textContent).not.toBe(before))
  }
  return { ...drawn, field: (await vi.waitUntil(field)) as HTMLInputElement }
}

it('all digits of an IMEI that is asked for are in sight on every screen', async () => {
  await expectInSight((await openImei()).field)
})

it('a camera that cannot be used for the IMEI says so, and the number is typed', async () => {
  // The decoders of the dialog take longer to come than a screen is waited for.
  await import('./imei-scan-dialog.tsx')
  const refused = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  onTestFinished(() => refused.mockRestore())
  const { place, field, named } = await openImei()
  named('Scan the number')!.click()
  const dialog = await vi.waitUntil(() => place.querySelector('dialog[open]'))
  await vi.waitFor(() =>
    expect(dialog.querySelector('[role=alert]')?.textContent).toBe('The camera cannot be used. Type the number.'),
  )
  named('Stop')!.click()
  await vi.waitFor(() => expect(place.querySelector('dialog[open]')).toBeNull())
  await userEvent.fill(field, imei)
  expect(field.value).toBe(imei)
})
