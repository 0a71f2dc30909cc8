import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { counterDetails, phoneGtin, phoneWithGtin } from './counter-facts.ts'
import type { Engine, EngineDriver } from './engine-driver.ts'
import { createEnginePage, type EnginePage } from './engine-page.ts'
import { isSheetWhole, measureCodes } from './engine-measures.ts'
import { answerFirst, isLive } from './page-answers.ts'
import { checkoutWords, countSold, customerFields } from './public-checkout.ts'
import { readTexts } from './texts.ts'

const phone = { width: 390, height: 844 }
const handheld = { width: 360, height: 640 }
const tablet = { width: 820, height: 1180 }
const desk = { width: 1280, height: 900 }

const journey = readTexts('fr-FR', 'journey')
const checkout = checkoutWords('fr-FR')
const settings = readTexts('fr-FR', 'settings')
const entity = readTexts('fr-FR', 'entity')
const catalog = readTexts('fr-FR', 'catalog')

type Size = Parameters<EngineDriver['resize']>[0]
type Flow = (page: EnginePage) => Promise<void>

/** Plays the product in a browser: a sale on the web, one at the counter, a round without a server, forms of the office. */
export function playInEngine(start: () => Promise<Engine>): void {
  let app: AppServer
  let engine: Engine
  const started: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    app = await startAppServer(50)
    started.push(app)
    await phoneWithGtin(app)
    engine = await start()
    started.push(engine)
  }, 420_000)
  afterAll(async () => {
    for (const one of started.toReversed()) await one.close()
  })

  const flows: { title: string; size: Size; flow: Flow }[] = []
  const play = (title: string, size: Size, flow: Flow): void => void flows.push({ title, size, flow })

  async function signIn(page: EnginePage, user: UserType): Promise<void> {
    await page.open('/login')
    await page.fill('input[type=email], input[name=email]', `${user}@demo.example`)
    await page.fill('input[type=password]', demoPassword)
    await page.pressAt('button[type=submit]')
    await page.isAt('/home')
    await page.until('the first screen', () => document.querySelector('main h1') !== null)
  }

  const served = (page: EnginePage) =>
    page.until('the service worker', () => navigator.serviceWorker.controller?.state === 'activated')

  play('sells a product on the public site, from the search to the confirmation', phone, async (page) => {
    const email = 'anna.martin@exemple.fr'
    await page.open('/buyback/search/products?query=iphone')
    await page.until('the answering page', isLive)
    await page.pressAt('main a[href*="/buyback/create/"]')
    await page.isAt('/buyback/create/')
    while ((await page.until('the next question', answerFirst, journey('offer.add'))) === 'imei') await enterImei(page)
    await page.press(journey('offer.add'))
    await page.press(journey('cart.checkOut'))
    await page.isAt('/cart/customer-informations')
    await page.until('the answering page', isLive)
    for (const [name, value] of customerFields(email)) if (name !== 'iban') await page.fill(`#${name}`, value)
    await page.fill('#clientNationalIdentificationType', 'identity_card')
    await page.typeInto('#iban', counterDetails.iban!)
    await page.pressAt('#termsAccepted')
    await page.press(checkout('form.next'))
    await page.press(checkout('summary.confirm'))
    await page.isAt('/buyback/confirmation')
    expect(await countSold(app.owner, email)).toBe(1)
  })

  async function enterImei(page: EnginePage): Promise<void> {
    await page.fill('main form input[inputmode=numeric]', '490154203237518')
    await page.press(journey('wizard.next'))
    const next = await page.until('what follows the IMEI', seenAfterImei, journey('imei.continueAnyway'))
    if (next === 'doubt') await page.press(journey('imei.continueAnyway'))
    await page.until('the screen after the IMEI', () => document.querySelector('main ul button') !== null)
  }

  play('sells at the counter, in a page that was closed in the middle of the sale', tablet, async (page) => {
    await signIn(page, 'store_seller')
    await page.goWithin('/buyback/create')
    await page.until('the catalog', () => document.querySelector('[data-search]') !== null)
    await page.scan(phoneGtin)
    await page.isAt('/diag/')
    await page.until('the questions', () => document.querySelector('[data-screen]') !== null)
    for (;;) {
      const screen = await page.until(
        'a screen',
        () => document.querySelector<HTMLElement>('[data-screen]')?.dataset.screen ?? null,
      )
      if (screen === 'offer') break
      if (screen === 'imei') await page.scan('356938035643809')
      if (screen === 'imei') await page.sees('Ce numéro semble inexact')
      if (screen === 'imei') await page.scan('RPR:CONFIRM')
      else await page.pressAt('[data-screen] ul button')
      await page.until('the next screen', isPast, screen)
    }
    await page.scan('RPR:CONFIRM')
    await page.isAt('/cart/customer-infos')
    await page.until('the form', () => document.querySelector('[name=clientLastname]') !== null)
    await page.fill('[name=clientLastname]', 'Martin')

    await page.renew()
    await page.open('/cart/customer-infos')
    await page.until('the form', () => document.querySelector('[name=clientLastname]') !== null)
    for (const [name, value] of Object.entries(counterDetails)) {
      const has = await page.run((field: string) => document.querySelector(`[name="${field}"]`) !== null, name)
      if (has && name !== 'iban') await page.fill(`[name="${name}"]`, value)
    }
    await page.typeInto('[name=iban]', counterDetails.iban!)
    expect(
      await page.run(() => document.querySelector<HTMLInputElement>('[name=iban]')!.value.replaceAll(' ', '')),
    ).toBe(counterDetails.iban)
    await page.press('Type de pièce')
    await page.press('Passeport')
    await page.pressAt('form[data-customer] button[type=submit]')
    await page.isAt('/cart/summary')
    await page.press('Tourner vers le client')
    await page.pressAt('input[type=checkbox]')
    await page.draw(await page.until('the place for the signature', signaturePlaces))
    await page.press('Signer et vendre')
    await page.isAt('/buyback-confirmation')
    await page.sees('Confirmée')
    expect(await countSold(app.owner, counterDetails.clientEmail!)).toBe(1)
  })

  play('checks products in without a server, and keeps them through a reload', handheld, async (page) => {
    const items = await app.itemsInTransit(app.warehouses[0], 4)
    const since = new Date()
    await signIn(page, 'warehouse_operator')
    await page.goWithin('/warehouse/checkin')
    await page.sees('La série commence au premier scan')
    await served(page)
    await app.stop()
    try {
      for (const [at, { code }] of items.slice(0, 3).entries()) {
        await page.scan(code)
        await page.until(`line ${at + 1}, kept`, hasKept, at + 1)
      }
      await page.reload()
      await page.until('the three lines', hasKept, 3)
      await page.scan(items[3]!.code)
      await page.until('line 4, kept', hasKept, 4)
      await page.until('the four that wait', badgeSays, '4 en attente')
      expect(await app.checkIns(since)).toEqual([])
    } finally {
      await app.restart()
    }
    await page.until('the end of sending', badgeSays, 'Tout est envoyé')
    const sent = await app.checkIns(since)
    expect(sent.map(({ itemId, action }) => [itemId, action])).toEqual(items.map(({ id }) => [id, 'check_in']))
  })

  play('shows the sheets of the floor whole, and codes that a scanner reads', handheld, async (page) => {
    const [item] = await app.itemsInTransit(app.warehouses[0], 1)
    await signIn(page, 'warehouse_operator')
    await page.goWithin('/warehouse/checkin')
    await page.sees('La série commence au premier scan')
    await page.scan(item!.code)
    await page.until('its line', hasLines, 1)
    for (const [open, title] of [
      [() => page.scan('RPR:END'), 'Terminer la série'],
      [() => page.pressAt('[data-testid=connection-badge]'), null],
      [() => page.press('Réglages'), 'Réglages de la réception'],
    ] as const) {
      await open()
      await page.until(`the whole sheet of ${title ?? 'the connection'}`, isSheetWhole, title)
      await page.scan('RPR:CANCEL')
      await page.until('the screen', () => document.querySelector('dialog[open]') === null)
    }
    await page.goWithin('/warehouse/command-sheet')
    const pages = await page.until('the sheet of commands', measureCodes)
    expect(pages.codes).toBeGreaterThan(20)
    expect(pages.trouble).toEqual([])
  })

  play('saves three forms of the office', desk, async (page) => {
    const idOf = async (query: string): Promise<string> => (await app.owner.query<{ id: string }>(query)).rows[0]!.id
    const store = await idOf(`select id from organization where external_id = 'MR-LYO-01'`)
    const category = await idOf(`select id from category where identifier = 'smartphones'`)
    await signIn(page, 'root_management_unit_manager')
    for (const [path, label, text, after] of [
      ['/settings/tim/general', settings('tim.minimum'), '25', null],
      [`/entity/${store}/edit`, entity('field.city'), 'Villeurbanne', '/entities'],
      [`/category/${category}/edit`, catalog('category.name'), 'Téléphones', '/categories/list'],
    ] as const) {
      await page.goWithin(path)
      const field = await page.until(`the field “${label}”`, fieldOf, label)
      await page.fill(field, text)
      await page.press('Enregistrer')
      if (after === null) await page.sees(settings('form.saved'))
      else await page.isAt(after)
      await page.open(path)
      await page.until(`the kept “${text}”`, isKept, label, text)
    }
  })

  // Each has a device of its own, and may take minutes on a machine under load.
  it.each(flows)('$title', { timeout: 400_000 }, async ({ size, flow }) => {
    const driver = await engine.open()
    try {
      await driver.resize(size)
      // A flow that has run out of time goes on for a while: its page is its own.
      await flow(createEnginePage(driver, app.url))
    } finally {
      await driver.close()
    }
  })
}

/** The field of a label, as a selector. */
function fieldOf(label: string): string | null {
  const found = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent.replaceAll(/[\s*]+/g, ' ').trim() === label,
  )
  return found?.control ? `[id="${found.control.id}"]` : null
}

function isKept(label: string, text: string): boolean {
  return [...document.querySelectorAll('label')].some(
    ({ textContent, control }) =>
      textContent.replaceAll(/[\s*]+/g, ' ').trim() === label && (control as HTMLInputElement | null)?.value === text,
  )
}

function seenAfterImei(anyway: string): 'doubt' | 'on' | null {
  if ([...document.querySelectorAll('main button')].some((button) => button.textContent.includes(anyway)))
    return 'doubt'
  return document.querySelector('main ul button') === null ? null : 'on'
}

function isPast(screen: string): boolean {
  const now = document.querySelector<HTMLElement>('[data-screen]')?.dataset.screen
  return now !== undefined && now !== screen
}

function hasLines(count: number): boolean {
  return document.querySelectorAll('[aria-label="Scans de la série"] li').length === count
}

/** Whether so many lines say that they are kept: one that is still being written is not, and a reload may lose it. */
function hasKept(count: number): boolean {
  const lines = [...document.querySelectorAll('[aria-label="Scans de la série"] li')]
  return lines.length === count && lines.every(({ textContent }) => textContent.includes('Gardé'))
}

function badgeSays(text: string): boolean {
  return document.querySelector('[data-testid=connection-badge]')?.textContent.includes(text) === true
}

/** Places of a stroke on the canvas of the signature; null until it takes one. */
function signaturePlaces(): [number, number][] | null {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-ready]')
  if (canvas === null) return null
  canvas.scrollIntoView({ block: 'center' })
  const { left, top } = canvas.getBoundingClientRect()
  return Array.from({ length: 30 }, (_, at) => [
    Math.round(left + 60 + at * 10),
    Math.round(top + 100 + Math.sin(at / 2) * 50),
  ])
}
