import { readFile } from 'node:fs/promises'
import { expect as soonExpected, type Page } from 'playwright/test'
import type { Hand, Look } from './effort.ts'
import { firstAdministrator as ada } from './platform.ts'
import { readTexts } from './texts.ts'
import { setUpCodes } from './user-app.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const words = (context: string) => readTexts('fr-FR', context)
const access = words('access')
const clients = words('client')
const users = words('user')
const organization = words('organization')
const entity = words('entity')
const setup = words('setup')
const payments = words('payment')
const circuit = words('circuit')
const catalog = words('catalog')
const settings = words('settings')
const dispatch = words('dispatch')
const shell = words('shell')
const buybacks = words('buyback')

/** Where the installation is, where mails are read beside it, and where its client's site will be. */
export interface FirstDay {
  readonly installation: string
  readonly shop: string
}

/** The password of everyone but the administrator, whose own is typed at the set-up. */
const password = 'Nouvelle-2026'
/** The people of the client. */
export const people = {
  manager: { firstname: 'Nadia', lastname: 'Benali', email: 'nadia@neuve.example' },
  seller: { firstname: 'Sam', lastname: 'Leroy', email: 'sam@neuve.example' },
  operator: { firstname: 'Omar', lastname: 'Petit', email: 'omar@neuve.example' },
} as const
type Person = (typeof people)[keyof typeof people]

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function fill(hand: Hand, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await hand.write(box(hand.page, name), value)
}
const pick = (hand: Hand, name: string, choice: string): Promise<void> =>
  hand.choose(list(hand.page, name), option(hand.page, choice))

/** The one-time link of the start makes the administrator of the platform. */
export async function makeAdministrator(hand: Hand, setUpLink: string, look: Look): Promise<void> {
  const { page } = hand
  await page.goto(setUpLink)
  await expect(box(page, access('field.email'))).toBeVisible()
  await look('set-up')
  await fill(hand, {
    [access('field.email')]: ada.email,
    [access('setUp.firstname')]: ada.firstname,
    [access('setUp.lastname')]: ada.lastname,
    [access('field.newPassword')]: ada.password,
    [access('field.repeatedPassword')]: ada.password,
  })
  await hand.press(button(page, access('setUp.submit')))
  await page.waitForURL('**/second-factor**')
  await look('second-factor')
  await setUpCodes(page, access)
  await page.waitForURL('**/clients')
}

/** A client from the template for phones, with its web address and its first user. */
export async function makeClient(hand: Hand, { shop }: FirstDay, look: Look): Promise<void> {
  const { page } = hand
  await expect(page.getByText(clients('empty.title'))).toBeVisible()
  await look('no-clients')
  await toDashboard(hand)
  await expect(page.getByRole('region', { name: setup('clients.first.title') })).toBeVisible()
  await look('platform')
  await hand.press(link(page, setup('clients.first.create')))
  await hand.press(page.getByRole('radio', { name: clients('start.choices.phones') }))
  await fill(hand, {
    [clients('form.name')]: 'Boutique Neuve',
    [clients('form.siret')]: '803 141 597 00010',
    [clients('form.capital')]: '10 000 €',
    [clients('form.street')]: '1 rue Neuve',
    [clients('form.zipCode')]: '59000',
    [clients('form.city')]: 'Lille',
    [clients('form.webChannelUrl')]: shop,
  })
  await look('client')
  await hand.press(button(page, clients('form.submit')))
  await hand.press(button(page, `${clients('edit')} Boutique Neuve`))
  await hand.press(page.getByRole('main').getByRole('link', { name: clients('users'), exact: true }))
  await hand.press(link(page, users('create.client')).first())
  await writePerson(hand, people.manager)
  await pick(hand, users('form.module'), shell('modules.root'))
  await pick(hand, users('form.role'), organization('userTypes.root_management_unit_manager'))
  // The only entity of that type is chosen already.
  await expect(list(page, users('form.entity'))).not.toHaveValue('')
  await look('client-user')
  await hand.press(button(page, users('form.submit')))
  await page.waitForURL('**/account/*/users**')
  await expect(page.getByText(people.manager.email)).toBeVisible()
}

const writePerson = (hand: Hand, who: Person): Promise<void> =>
  fill(hand, {
    [users('form.firstname')]: who.firstname,
    [users('form.lastname')]: who.lastname,
    [users('form.email')]: who.email,
  })

/** Invites the person whom the guide asks for: role and place are chosen already. */
async function invite(hand: Hand, who: Person, type: string, place: string): Promise<void> {
  const { page } = hand
  await expect(list(page, users('form.role'))).toHaveValue(organization(`userTypes.${type}`))
  await expect(list(page, users('form.entity'))).toHaveValue(place)
  await writePerson(hand, who)
  await hand.press(button(page, users('form.submit')))
  await expect(page.getByText(who.email)).toBeVisible()
}

async function toDashboard(hand: Hand): Promise<void> {
  const { page } = hand
  await hand.press(menu(page).getByRole('link', { name: shell('menu.dashboard') }))
  await page.waitForURL('**/home')
  await expect(page.getByRole('heading', { level: 1, name: words('home')('dashboard.title') })).toBeVisible()
}

/** Opens the newest mail to an address in the mailbox, presses its link, chooses a password and signs in. */
export async function comeIn(hand: Hand, { installation, shop }: FirstDay, { email }: Person): Promise<void> {
  const { page } = hand
  const mail = page.getByRole('article').filter({ hasText: email })
  await expect(async () => {
    await page.goto(`${installation}/mailbox`)
    await expect(mail).not.toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await hand.press(mail.first().getByRole('link'))
  await page.waitForURL(`${shop}/**`)
  await fill(hand, { [access('field.newPassword')]: password, [access('field.repeatedPassword')]: password })
  await hand.press(button(page, access('renew.submit')))
  await hand.press(link(page, access('login.submit')))
  await fill(hand, { [access('field.email')]: email, [access('field.password')]: password })
  await hand.press(button(page, access('login.submit')))
  await page.waitForURL('**/home')
}

/** Takes what the set-up guide of the dashboard has open, the first thing first, until it has nothing left. */
export async function followGuide(hand: Hand, { shop }: FirstDay, look: Look): Promise<void> {
  const { page } = hand
  const guide = page.getByRole('region', { name: setup('title') })
  await expect(guide).toBeVisible()
  await look('guide')
  while ((await guide.count()) > 0) {
    const open = await guide.getByRole('link').evaluateAll((links) => links.map(({ ariaLabel }) => ariaLabel))
    const [step] = open.flatMap((name) => Object.entries(steps).filter(([id]) => openStep(id) === name))
    if (step === undefined) throw new Error(`no step of the test takes ${open.join()}`)
    const [id, take] = step
    await hand.press(page.getByRole('link', { name: openStep(id), exact: true }))
    await take(hand, look)
    // The guide as it was read before is drawn with the page; a page before that still stands has none.
    await toDashboard(hand)
    await expect(page.getByRole('link', { name: openStep(id), exact: true })).toHaveCount(0)
  }
  await expect(link(page, setup('ready.site'))).toHaveAttribute('href', shop)
  await look('ready')
}

const openStep = (id: string): string => setup('openStep').replace('{{step}}', setup(`step.${id}.title`))
const menu = (page: Page) => page.getByRole('navigation', { name: shell('menu.label') })

type Take = (hand: Hand, look: Look) => Promise<void>

/** What is done at each step of the guide; those that a template leaves open. */
const steps: Readonly<Record<string, Take>> = {
  region: (hand) => addEntity(hand, 'Région Nord', { under: 'Boutique Neuve', isOnly: true }),
  store: (hand) => addEntity(hand, 'Boutique Lille', { under: 'Région Nord', isOnly: true, street: '2 rue Faidherbe' }),
  warehouse: (hand) => addEntity(hand, 'Atelier Lille', { under: 'Boutique Neuve', street: '3 rue du Port' }),
  dispatch: async (hand, look) => {
    await expect(list(hand.page, dispatch('setup.default'))).toBeFocused()
    await pick(hand, dispatch('setup.default'), 'Atelier Lille')
    await expect(hand.page.getByText(dispatch('setup.noDefaultWarning'))).toHaveCount(0)
    await look('dispatch')
  },
  people: async (hand) => {
    await invite(hand, people.seller, 'store_seller', 'Boutique Lille')
    await toDashboard(hand)
    await hand.press(link(hand.page, openStep('people')))
    await invite(hand, people.operator, 'warehouse_operator', 'Atelier Lille')
  },
  payer: async (hand, look) => {
    await fill(hand, {
      [payments('payer.name')]: 'Boutique Neuve SAS',
      [payments('payer.iban')]: 'FR76 3000 6000 0112 3456 7890 189',
      [payments('payer.town')]: 'Lille',
    })
    await look('payer')
    await hand.press(button(hand.page, payments('payer.save')))
    await expect(button(hand.page, payments('payer.change'))).toBeVisible()
  },
  circuit: async (hand, look) => {
    const { page } = hand
    await expect(page.getByRole('heading', { level: 1, name: 'En ligne, envoi postal' })).toBeVisible()
    const enabled = page.getByRole('switch', { name: circuit('form.enabled') })
    await expect(enabled).toBeFocused()
    await hand.press(enabled)
    await hand.press(page.getByRole('switch', { name: circuit('carrier.ownLabel') }))
    await hand.choose(list(page, circuit('list.categories')), option(page, 'Téléphonie et tablettes'))
    await page.keyboard.press('Escape')
    await look('circuit')
    await hand.press(button(page, circuit('form.save')))
    await page.waitForURL('**/circuits**')
  },
  buyer: async (hand, look) => {
    await fill(hand, {
      [entity('field.commonName')]: 'Neuve Rachats',
      [entity('field.siret')]: '80314159700010',
      [entity('field.capital')]: '10 000 €',
    })
    await look('buyer')
    await hand.press(button(hand.page, entity('submit')))
    await hand.page.waitForURL('**/entities**')
  },
  category: async (hand, look) => {
    await pick(hand, catalog('category.buyer'), 'Neuve Rachats')
    await look('category')
    await hand.press(button(hand.page, catalog('form.save')))
    await hand.page.waitForURL('**/categories/list**')
  },
  product: async (hand, look) => {
    const { page } = hand
    await fill(hand, { [catalog('product.label')]: 'Zetaphone 12', [catalog('product.brand')]: 'Zeta' })
    await pick(hand, catalog('product.mainCategory'), 'Smartphones')
    await pick(hand, catalog('column.status'), catalog('status.published'))
    await look('product')
    await hand.press(page.getByRole('tab', { name: catalog('product.tab.prices') }))
    await look('prices')
    await hand.press(box(page, catalog('price.functional')))
    for (const amount of ['320', '300', '250', '200', '100', '50']) await hand.type(amount)
    await page.waitForURL(/\/products\?/)
  },
  texts: async (hand, look) => {
    const { page } = hand
    await fill(hand, {
      [settings('tim.supportEmail')]: 'aide@neuve.example',
      [settings('tim.eula')]: 'Ce site vous permet de vendre vos produits à Boutique Neuve.',
      [settings('tim.serviceTerms')]: 'Le prix est ferme quatorze jours ; le produit est contrôlé à son arrivée.',
      [settings('tim.faqAndContact')]: 'Une question ? Écrivez à {email}.',
      [settings('whiteLabel.cookiesPolicy')]: 'Ce site ne pose aucun cookie de suivi.',
    })
    await look('texts')
    await hand.press(button(page, settings('form.save')))
    await expect(page.getByText(settings('form.saved'))).toBeVisible()
  },
}

async function addEntity(
  hand: Hand,
  name: string,
  place: { readonly under: string; readonly isOnly?: boolean; readonly street?: string },
): Promise<void> {
  const { under, isOnly = false, street } = place
  await hand.write(box(hand.page, entity('field.commonName')), name)
  // The only one there is need not be chosen.
  if (isOnly) await expect(list(hand.page, entity('field.parentOrganizationId'))).toHaveValue(under)
  else await pick(hand, entity('field.parentOrganizationId'), under)
  if (street !== undefined)
    await fill(hand, {
      [entity('field.street')]: street,
      [entity('field.zipCode')]: '59000',
      [entity('field.city')]: 'Lille',
    })
  await hand.press(button(hand.page, entity('submit')))
  await hand.page.waitForURL('**/entities**')
}

/** Pays what is due by a file for the bank, and says that the bank has paid it. */
export async function payByFile(hand: Hand): Promise<string> {
  const { page } = hand
  await hand.press(menu(page).getByRole('button', { name: shell('menu.payments') }))
  await hand.press(menu(page).getByRole('link', { name: shell('menu.paymentFiles') }))
  await hand.press(link(page, payments('files.create')).first())
  // A transfer is due a moment after the product was accepted.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('cell', { name: 'Anna Martin' })).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await hand.press(button(page, payments('make.submit')))
  const downloading = page.waitForEvent('download')
  await hand.press(button(page, payments('file.download')))
  const xml = await readFile(await (await downloading).path(), 'utf8')
  await hand.press(button(page, payments('file.confirm')))
  const dialog = page.getByRole('dialog')
  await hand.press(dialog.getByRole('button', { name: payments('file.confirm') }))
  await expect(dialog).toBeHidden()
  await hand.press(menu(page).getByRole('link', { name: shell('menu.paymentList') }))
  await expect(page.getByRole('row').filter({ hasText: 'Anna Martin' })).toContainText(
    buybacks('paymentStatus.payment_completed'),
  )
  return xml
}
