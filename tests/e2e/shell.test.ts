import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Browser, type Page } from 'playwright/test'
import { linksOf, menu } from '#web/staff/app/menu.ts'
import { staffRoutes } from '#web/staff/routes.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'
import { typeHolds } from '#domain/access/permission.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { startAppServer, type AppServer } from '#tests/support/app-server.ts'
import { readTexts } from '#tests/support/texts.ts'

const password = 'Reprise-2026'
const sizes = {
  phone: { width: 360, height: 640 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
}
const french = {
  access: readTexts('fr-FR', 'access'),
  shell: readTexts('fr-FR', 'shell'),
  common: readTexts('fr-FR', 'common'),
}

let server: AppServer
test.beforeAll(async () => {
  server = await startAppServer(50)
})
test.afterAll(async () => {
  await server.close()
})

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ baseURL: server.url, viewport: sizes.desk, ...options })
  return { context, page: await context.newPage() }
}

async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel(french.access('field.email')).fill(email)
  await page.getByRole('textbox', { name: french.access('field.password') }).fill(secret)
  await page.getByRole('button', { name: french.access('login.submit'), exact: true }).click()
}

async function signIn(page: Page, type: UserType): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, `${type}@demo.example`)
  await page.waitForURL('**/home')
}

async function endSessions(): Promise<void> {
  await server.owner.query('delete from session')
}

const pages = pathsOf(staffRoutes)
function pathsOf(node: { readonly path?: string; readonly children?: unknown }): string[] {
  const children = (node.children ?? []) as (typeof node)[]
  return [...(node.path ? [node.path] : []), ...children.flatMap(pathsOf)]
}

test.describe('signing in', () => {
  test('asks for an e-mail and a password, and puts the focus on the first gap', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/login')
    await page.getByRole('button', { name: french.access('login.submit'), exact: true }).click()
    await expect(page.getByText(french.common('codes.FORM_EMAIL_REQUIRED'))).toBeVisible()
    await expect(page.getByText(french.common('codes.FORM_PASSWORD_REQUIRED'))).toBeVisible()
    await expect(page.getByLabel(french.access('field.email'))).toBeFocused()
    await context.close()
  })

  test('says that credentials are wrong, and nothing of whether the e-mail is known', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/login')
    for (const email of ['warehouse_operator@demo.example', 'nobody@demo.example']) {
      await fillSignIn(page, email, 'Wrong-2026')
      await expect(page.getByRole('alert')).toHaveText('Identifiants incorrects.')
    }
    await context.close()
  })

  test('says what to do when the server does not answer', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/login')
    await page.route('**/api/login', (route) => route.abort())
    await fillSignIn(page, 'warehouse_operator@demo.example')
    await expect(page.getByRole('alert')).toHaveText(french.common('codes.NETWORK_UNREACHABLE'))
    await page.unroute('**/api/login')
    await page.route('**/api/login', (route) => route.fulfill({ contentType: 'text/html', body: '<html>Wi-Fi</html>' }))
    await fillSignIn(page, 'warehouse_operator@demo.example')
    await expect(page.getByRole('alert')).toHaveText(french.common('codes.NETWORK_FOREIGN_ANSWER'))
    await context.close()
  })

  test('with the organisation tells that no organisation has this address', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/login')
    await page.getByRole('button', { name: french.access('login.withOrganization') }).click()
    await page.getByLabel(french.access('field.email')).fill('somebody@unknown.example')
    await page.getByRole('button', { name: french.access('sso.submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(french.access('sso.noOrganization'))
    await context.close()
  })

  test('keeps no secret in local storage', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_operator')
    const stored = await page.evaluate(() => JSON.stringify(window.localStorage))
    expect(stored).toContain('warehouse_operator@demo.example')
    const cookies = await context.cookies()
    expect(cookies.length).toBeGreaterThan(0)
    for (const { value, httpOnly } of cookies) {
      expect(httpOnly).toBe(true)
      expect(stored).not.toContain(value)
    }
    expect(stored).not.toMatch(/"token"/)
    await context.close()
  })
})

test.describe('the guard', () => {
  test('asks to sign in and then goes on to where the way led', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/design-system')
    await page.waitForURL(/\/login\?from=/)
    await fillSignIn(page, 'store_manager@demo.example')
    await page.waitForURL('**/design-system')
    await context.close()
  })

  test('sends a user who lacks the permission home', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.goto('/warehouse/checkin')
    await page.waitForURL('**/home')
    await context.close()
  })

  test('sends unknown paths to not-found, and a visitor to the sign-in', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/no/such/page')
    await page.waitForURL(/\/login\?from=/)
    await signIn(page, 'admin')
    await page.goto('/no/such/page')
    await page.waitForURL('**/404')
    await expect(page.getByRole('heading', { name: french.shell('notFound.title') })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: french.shell('backHome') })
      .click()
    await page.waitForURL('**/home')
    await context.close()
  })

  test('has a page for denied access, with the way home (SHELL-47)', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.goto('/access-denied')
    await expect(page.getByRole('heading', { name: french.shell('denied.title') })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: french.shell('backHome') })
      .click()
    await page.waitForURL('**/home')
    await context.close()
  })

  test('keeps open pages open', async ({ browser }) => {
    const { context, page } = await open(browser)
    for (const [address, heading] of [
      ['/lostPassword', french.access('lost.title')],
      ['/password/confirmation', french.access('confirmation.title')],
      ['/new/password', french.access('renew.title')],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    }
    await page.goto(`/renew/${'x'.repeat(43)}`)
    await expect(page.getByRole('alert')).toHaveText("Ce lien a expiré ou n'est pas valide.")
    await context.close()
  })
})

test.describe('the header', () => {
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300"/></svg>')}`

  test('holds the logo in its bounds, which leads to the start, and the way back to the website', async ({
    browser,
  }) => {
    const before = await server.owner.query<{ id: string }>(
      `update account set logo = $1, external_website_url = 'https://client.example/', external_website_text = 'Retour au site'
       where is_retailer returning id`,
      [logo],
    )
    expect(before.rows.length).toBeGreaterThan(0)
    for (const [viewport, width, height] of [
      [sizes.desk, 250, 50],
      [{ width: 768, height: 900 }, 250, 50],
      [{ width: 767, height: 900 }, 150, 30],
    ] as const) {
      const { context, page } = await open(browser, { viewport })
      await signIn(page, 'admin')
      const link = page.getByRole('banner').getByRole('link', { name: french.shell('header.home') })
      await expect(link).toHaveAttribute('href', '/')
      const box = await link.getByRole('img', { includeHidden: true }).boundingBox()
      expect(box?.width).toBeLessThanOrEqual(width)
      expect(box?.height).toBeLessThanOrEqual(height)
      expect(Math.max((box?.width ?? 0) / width, (box?.height ?? 0) / height)).toBeGreaterThan(0.99)
      const burger = page.getByRole('button', { name: french.shell('menu.open') })
      await expect(burger).toBeVisible({ visible: viewport.width < 992 })
      if (viewport.width < 768) await burger.click()
      const website = page.getByRole('link', { name: 'Retour au site' }).locator('visible=true')
      await expect(website).toHaveAttribute('href', 'https://client.example/')
      await page.goto('/')
      await expect(page.getByRole('banner').getByRole('img', { includeHidden: true }).first()).toBeVisible()
      await context.close()
    }
    const { context, page } = await open(browser, { viewport: sizes.phone })
    await page.goto('/')
    const box = await page.getByRole('banner').getByRole('img').boundingBox()
    expect(box?.width).toBeLessThanOrEqual(150)
    expect(box?.height).toBeLessThanOrEqual(30)
    await expect(page.getByRole('link', { name: 'Retour au site' })).toBeVisible()
    await context.close()
    await server.owner.query(
      `update account set logo = null, external_website_url = null, external_website_text = null`,
    )
  })

  test('is followed by the way here, and the footer names year, copyright and release', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    await page.goto('/account/password?alert={"type":"success","message":"saved"}')
    const way = page.getByRole('navigation', { name: french.common('breadcrumbs') })
    await expect(way.getByRole('link', { name: french.common('home') })).toHaveAttribute('href', '/home')
    const alert = page.getByRole('status').filter({ hasText: french.common('alert.saved') })
    await expect(alert).toBeVisible()
    await alert.getByRole('button', { name: french.common('action.close') }).click()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(/\/account\/password$/)
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(String(new Date().getFullYear()))
    await expect(footer.getByRole('link', { name: french.shell('footer.copyright') })).toBeVisible()
    await expect(footer).toContainText('2025-r20')
    await context.close()
  })
})

/** A long menu stands open where the user is alone. */
async function openGroups(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: french.shell('menu.label') })
  await expect(menu.getByRole('link').first()).toBeVisible()
  const closed = menu.locator('button:not([data-expanded]):visible')
  while ((await closed.count()) > 0) await closed.first().click()
}

test.describe('the side menu', () => {
  for (const type of ['admin', 'warehouse_operator', 'warehouse_manager', 'store_seller', 'buyer_manager'] as const) {
    test(`of a ${type} is what the matrix allows`, async ({ browser }) => {
      const { context, page } = await open(browser)
      await signIn(page, type)
      const hasPage = (path: string): boolean => pages.includes(path) || pages.includes(`${path}/{-$itemId}`)
      const expected = linksOf(menu).filter((link) => hasPage(link.path) && typeHolds(type, link.permission))
      await openGroups(page)
      const links = page.getByRole('navigation', { name: french.shell('menu.label') }).getByRole('link')
      await expect(links).toHaveText(expected.map((link) => french.shell(`menu.${link.name}`)))
      await context.close()
    })
  }

  test('hides a check-in that the account has disabled, without network too', async ({ browser }) => {
    const { context, page } = await open(browser)
    const set = (value: string) =>
      server.owner.query('update organization_root_detail set warehouse_checkin_requirement = $1', [value])
    await set('disabled')
    const link = (name: 'checkIn' | 'compliance') =>
      page
        .getByRole('navigation', { name: french.shell('menu.label') })
        .getByRole('link', { name: french.shell(`menu.${name}`), exact: true })
    const isHidden = async (): Promise<void> => {
      await openGroups(page)
      await expect(link('compliance')).toBeVisible()
      await expect(link('checkIn')).toHaveCount(0)
    }
    await signIn(page, 'warehouse_operator')
    await isHidden()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await page.reload()
    await isHidden()
    await context.setOffline(false)
    await set('optional')
    await context.close()
  })

  test('is a drawer on a phone', async ({ browser }) => {
    const { context, page } = await open(browser, { viewport: sizes.phone })
    await signIn(page, 'warehouse_operator')
    await page.getByRole('button', { name: french.shell('menu.open') }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: french.shell('menu.dashboard') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await context.close()
  })
})

test.describe('the user panel', () => {
  test('shows who is signed in and switches the module: home, then a reload', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager')
    await page.goto('/design-system')
    const before = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)
    expect(before).toBe('root')
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('store_manager@demo.example')).toBeVisible()
    const scrolling = await panel
      .locator('.mantine-Drawer-body')
      .evaluate((body) => getComputedStyle(body).maxBlockSize)
    expect(scrolling).toBe(`${0.9 * sizes.desk.height}px`)
    const shown = await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as Record<'firstname' | 'lastname', string> & {
        currentOrganization: { commonName: string }
      }
      return { name: `${user.firstname} ${user.lastname}`, organization: user.currentOrganization.commonName }
    })
    await expect(panel.getByText(shown.name)).toBeVisible()
    await expect(panel.getByText(shown.organization, { exact: true })).toBeVisible()
    await expect(panel.getByRole('button', { name: french.shell('user.logout') })).toBeVisible()
    await panel.getByRole('combobox', { name: french.shell('user.module') }).click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    await page.waitForURL('**/home')
    await reloaded
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)).toBe('tim')
    await context.close()
  })

  test('says why a switch of the module failed, and lets it be tried again', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager')
    const answers: (() => void)[] = []
    await page.route('**/api/session/module', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      await route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'x', requestId: 'r' } })
    })
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    const select = page.getByRole('dialog').getByRole('combobox', { name: french.shell('user.module') })
    await select.click()
    await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    await expect(select).toBeDisabled()
    await expect(page.getByLabel(french.shell('user.switching'))).toBeVisible()
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.()
    const modal = page.getByRole('dialog', { name: french.shell('serverError.title') })
    await expect(modal).toContainText(french.shell('serverError.generic'))
    await expect(modal).toContainText(readTexts('fr-FR', 'errors')('SERVER_ERROR'))
    await modal.getByRole('button', { name: french.shell('serverError.ok'), exact: true }).click()
    await expect(modal).toBeHidden()
    await expect(select).toBeEnabled()
    await context.close()
  })

  test('of an OpenID session signs out at the provider too', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.route('**/api/session', (route) => route.abort())
    await context.route('https://idp.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'bye' }))
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object
      localStorage.setItem('user', JSON.stringify({ ...user, viaOpenid: true }))
      localStorage.setItem('openIdLogoutAddress', JSON.stringify('https://idp.example/logout'))
    })
    await page.reload()
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await page.getByRole('button', { name: french.shell('user.logout') }).click()
    await page.waitForURL('https://idp.example/logout')
    await context.close()
  })

  test('is signed out by the way back from the provider', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.goto('/open-id/logout')
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    expect((await context.request.get('/api/session')).status()).toBe(401)
    await context.close()
  })

  test('signs out even without network, and the server hears of it when it can', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_operator')
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: french.shell('user.logout') }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect((await context.request.get('/api/session')).status(), 'the server has not heard of it').toBe(200)
    const told = page.waitForResponse((response) => response.url().endsWith('/api/logout'))
    await context.setOffline(false)
    expect((await told).ok()).toBe(true)
    expect((await context.request.get('/api/session')).status()).toBe(401)
    await context.close()
  })

  test('speaks the four languages', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    let current: Language = 'fr-FR'
    const names = { 'fr-FR': 'Français', 'en-GB': 'English', 'nl-BE': 'Nederlands', 'de-DE': 'Deutsch' }
    await page.locator('header button[aria-haspopup=dialog]').last().click()
    for (const language of [...languages.slice(1), languages[0]]) {
      const texts = readTexts(current, 'shell')
      await page.getByRole('combobox', { name: texts('user.language') }).click()
      await page.getByRole('option', { name: names[language] }).click()
      await expect(page.getByRole('button', { name: readTexts(language, 'shell')('user.logout') })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      current = language
    }
    await context.close()
  })
})

test.describe('the cart', () => {
  test('opens from its icon for a seller in the module root, and closes by overlay and button', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { enabledPremiumFeatures: string[] }
      localStorage.setItem('user', JSON.stringify({ ...user, enabledPremiumFeatures: ['multi_product_cart'] }))
    })
    await page.route('**/api/session', (route) => route.abort())
    await page.reload()
    const icon = page.getByRole('button', { name: 'Panier, 0 reprise' })
    await icon.click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(french.shell('cart.empty'))).toBeVisible()
    await page.mouse.click(200, 400)
    await expect(panel).toBeHidden()
    await icon.click()
    await panel
      .getByRole('button', { name: french.shell('cart.close') })
      .last()
      .click()
    await expect(panel).toBeHidden()
    await context.close()
  })

  test('lists what it holds, with its prices, and asks before it takes something out', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller')
    await page.route('**/api/session', (route) => route.abort())
    await page.evaluate(() => {
      const product = (label: string, image: string | null) => ({ label, brand: 'Apple', image })
      const buyback = (inCartId: string, label: string, image: string | null) => ({
        inCartId,
        estimatedPrice: 31_500,
        impactPriceEntries: [{ label: 'Bonus magasin', value: 500 }],
        declaration: { product: product(label, image) },
      })
      const cartBuybacks = [buyback('a', 'iPhone 13', '/icons/icon-512.png'), buyback('b', 'iPhone 12', null)]
      localStorage.setItem('cart', JSON.stringify({ storedAt: new Date().toISOString(), cartBuybacks }))
    })
    await page.reload()
    await page.getByRole('button', { name: 'Panier, 2 reprises' }).click()
    const panel = page.getByRole('dialog', { name: french.shell('cart.title') })
    const items = panel.getByRole('listitem')
    await expect(items).toHaveCount(2)
    await expect(items.first()).toContainText(/Apple.*iPhone 13.*Bonus magasin.*5,00.*Prix estimé.*315,00/)
    const image = await items.first().locator('img').boundingBox()
    expect([image?.width, image?.height]).toEqual([80, 80])
    await expect(items.nth(1).locator('[data-placeholder]')).toBeVisible()
    await expect(panel.getByRole('button', { name: french.shell('cart.goToCart') })).toHaveCount(0)
    await panel.getByRole('button', { name: 'Retirer iPhone 12' }).click()
    const question = page.getByRole('dialog', { name: 'Retirer iPhone 12' })
    await question.getByRole('button', { name: french.shell('cart.removeConfirm'), exact: true }).click()
    await expect(items).toHaveCount(1)
    await panel.getByRole('button', { name: 'Retirer iPhone 13' }).click()
    await page.getByRole('button', { name: french.shell('cart.removeConfirm'), exact: true }).click()
    await expect(panel.getByText(french.shell('cart.empty'))).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"cartBuybacks":[]')
    await context.close()
  })

  test('is not shown to a warehouse', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_manager')
    await expect(page.getByRole('button', { name: /Panier/ })).toHaveCount(0)
    await context.close()
  })
})

test.describe('an ended session', () => {
  test('opens the reconnect modal in the back office, whose button signs out', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    await endSessions()
    await page.goto('/account/password')
    const modal = page.getByRole('dialog', { name: french.shell('expired.title') })
    await expect(modal).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeVisible()
    await modal.getByRole('button', { name: french.shell('expired.confirm') }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await context.close()
  })

  test('asks to reconnect on the paths that the public site has too, without a service worker', async ({ browser }) => {
    const { context, page } = await open(browser, { serviceWorkers: 'block' })
    await signIn(page, 'admin')
    await endSessions()
    for (const address of ['/home', '/']) {
      await page.goto(address)
      await expect(page.getByRole('dialog', { name: french.shell('expired.title') })).toBeVisible()
    }
    // As a sign-out leaves it that the server has not heard of yet.
    await page.evaluate(() => {
      localStorage.clear()
      document.cookie = 'reprise-signed-out=none; path=/'
    })
    await page.goto('/home')
    await page.waitForURL(/\/login\?from=%2Fhome/)
    await fillSignIn(page, 'admin@demo.example')
    await page.waitForURL('**/home')
    await endSessions()
    await page.reload()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: french.shell('expired.confirm') })
      .click()
    await page.waitForURL('**/login')
    await page.goto('/home')
    await expect(page.getByRole('link', { name: readTexts('fr-FR', 'home')('public.signIn') })).toBeVisible()
    await context.close()
  })

  test('opens no modal on the floor', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_operator')
    await page.goto('/design-system/floor')
    await endSessions()
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/api/session') && response.status() === 401,
    )
    await page.reload()
    await refused
    await expect(page.getByRole('heading', { name: 'Réception' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.close()
  })
})

test.describe('the design system', () => {
  test('shortens a long list, counts the others, and caps what scrolls at 90vh', async ({ browser }) => {
    const { context, page } = await open(browser, { viewport: sizes.phone })
    await signIn(page, 'admin')
    await page.goto('/design-system')
    const list = page.getByRole('list', { name: readTexts('fr-FR', 'design')('list.long') })
    await expect(list.getByRole('listitem')).toHaveCount(30)
    await page.getByRole('button', { name: 'et 4 autres' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(34)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: french.common('keys.title') })
    await expect(keys).toBeVisible()
    const height = await keys.evaluate((dialog) => dialog.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(0.9 * sizes.phone.height + 1)
    await context.close()
  })
})

test.describe('keys', () => {
  test('reach the search, list themselves and close', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    await page.goto('/design-system')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('pixel?')
    await expect(page.getByRole('searchbox')).toHaveValue('pixel?')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=pixel/)
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('row').nth(2)).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: french.common('keys.title') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await context.close()
  })
})

test.describe('the installed app', () => {
  test('has a manifest without faults, and starts from cold without network as the last user', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_operator')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const session = await context.newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    await context.setOffline(true)
    const cold = await context.newPage()
    await cold.goto('/home')
    await expect(cold.getByText(/^Bonjour /)).toBeVisible()
    await cold.goto('/design-system/floor')
    await expect(cold.getByRole('heading', { name: 'Réception' })).toBeVisible()
    await expect(cold.goto('/eula')).rejects.toThrow()
    await context.close()
  })

  test('is no business of a visitor: no service worker before somebody signs in', async ({ browser }) => {
    const { context, page } = await open(browser)
    await page.goto('/')
    await page.goto('/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    await context.close()
  })
})

test.describe('the public door', () => {
  test('comes rendered, in the language that the visitor reads, and hydrates without a word', async ({ browser }) => {
    for (const language of languages) {
      const { context, page } = await open(browser, { locale: language, viewport: sizes.phone })
      const problems: string[] = []
      page.on('console', (message) => (message.type() === 'error' ? problems.push(message.text()) : undefined))
      page.on('pageerror', (error) => problems.push(error.message))
      const html = await (await context.request.get('/', { headers: { 'accept-language': language } })).text()
      expect(html).toContain(readTexts(language, 'home')('public.headline'))
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('link', { name: readTexts(language, 'home')('public.signIn') })).toHaveAttribute(
        'href',
        '/login',
      )
      for (const [name, href] of [
        ['eula', '/eula'],
        ['serviceTerms', '/service-terms'],
        ['faq', '/faq-and-contact'],
        ['cookies', '/cookies-policy'],
      ] as const) {
        const link = page
          .getByRole('contentinfo')
          .getByRole('link', { name: readTexts(language, 'home')(`public.${name}`) })
        await expect(link).toHaveAttribute('href', href)
        await expect(link).toHaveAttribute('target', '_blank')
      }
      await page.waitForLoadState('networkidle')
      expect(problems).toEqual([])
      await context.close()
    }
  })

  test('answers not-found and not-available with their statuses', async ({ browser }) => {
    const { context } = await open(browser)
    expect((await context.request.get('/404')).status()).toBe(404)
    expect((await context.request.get('/not-available')).status()).toBe(503)
    await context.close()
  })
})

test.describe('accessibility', () => {
  async function faults(page: Page, rules?: readonly string[]): Promise<string[]> {
    const axe = new AxeBuilder({ page })
    const chosen =
      rules === undefined ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']) : axe.withRules([...rules])
    const { violations } = await chosen.analyze()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id} ${node.target.join(' ')} ${node.failureSummary}`),
    )
  }

  async function visit(page: Page, addresses: readonly string[], rules?: readonly string[]): Promise<void> {
    for (const address of addresses) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await faults(page, rules), address).toEqual([])
    }
  }

  test('axe finds nothing on any screen', async ({ browser }) => {
    const { context, page } = await open(browser, { reducedMotion: 'reduce' })
    await visit(page, ['/', '/login', '/lostPassword', '/new/password', '/password/confirmation', '/not-available'])
    await signIn(page, 'warehouse_manager')
    await visit(page, ['/account/password', '/access-denied', '/404', '/design-system', '/design-system/floor'])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await faults(page), 'the floor at night').toEqual([])
    await visit(page, ['/home'])
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faults(page), 'the user panel').toEqual([])
    await context.close()
  })

  // Another colour changes contrasts and nothing else.
  for (const color of ['#ffd400', '#c2185b', '#101418']) {
    test(`texts stand out in an account that is ${color}`, async ({ browser }) => {
      await server.owner.query('update account set main_color = $1', [color])
      const { context, page } = await open(browser, { reducedMotion: 'reduce' })
      await visit(page, ['/', '/login'], ['color-contrast'])
      await signIn(page, 'warehouse_manager')
      await visit(page, ['/home', '/design-system', '/design-system/floor'], ['color-contrast'])
      await context.close()
    })
  }
})

test('the design system is pictured at three widths', async ({ browser }, info) => {
  for (const [name, viewport] of Object.entries(sizes)) {
    const { context, page } = await open(browser, { viewport, reducedMotion: 'reduce' })
    await signIn(page, 'admin')
    await page.goto('/design-system')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, `nothing sticks out at ${viewport.width} px`).toBeLessThanOrEqual(0)
    await page.screenshot({
      path: path.join(info.project.outputDir, 'pictures', `design-system-${name}.png`),
      fullPage: true,
    })
    await context.close()
  }
})
