import { expect, test, type Page } from 'playwright/test'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { languages } from '#domain/kernel/languages.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { keepPictures } from '#tests/support/pictures.ts'
import { french, leave, prepareShell, sizes } from '#tests/support/shell.ts'
import { fillSignIn, signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const { endSessions, open, server } = prepareShell()

test.describe('signing in', () => {
  test('speaks the language that was picked before, however late the account behind the host says its own', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    let answer: () => void = () => undefined
    const picked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/branding', async (route) => {
      await picked
      await route.continue()
    })
    await page.goto('/login')
    await page.getByRole('combobox', { name: french.shell('user.language') }).click()
    await page.getByRole('option', { name: 'Nederlands' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl-BE')
    const branding = page.waitForResponse('**/api/branding')
    answer()
    await (await branding).finished()
    await page.reload()
    await expect(
      page.getByRole('button', { name: readTexts('nl-BE', 'access')('login.submit'), exact: true }),
    ).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl-BE')
    await context.close()
  })

  test('leads on to where the way led, keeps no secret in local storage, and breaks no rule of content', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    const breaches: string[] = []
    page.on(
      'console',
      (said) => void (/trusted ?(?:type|script)|content security/i.test(said.text()) && breaches.push(said.text())),
    )
    await page.goto('/design-system')
    await page.waitForURL(/\/login\?from=/)
    await fillSignIn(page, 'store_manager@demo.example')
    await page.waitForURL('**/design-system')
    const stored = await page.evaluate(() => JSON.stringify(window.localStorage))
    expect(stored).toContain('store_manager@demo.example')
    const cookies = await context.cookies()
    expect(cookies.length).toBeGreaterThan(0)
    for (const { value, httpOnly } of cookies) {
      expect(httpOnly).toBe(true)
      expect(stored).not.toContain(value)
    }
    expect(stored).not.toMatch(/"token"/)
    expect(breaches).toEqual([])
    await context.close()
  })
})

test.describe('a lost password', () => {
  const ask = async (page: Page): Promise<void> => {
    const form = page.getByRole('form', { name: french.access('lost.title') })
    await form.getByLabel(french.access('field.email')).fill('store_seller@demo.example')
    await form.getByRole('button', { name: french.access('lost.submit') }).click()
  }

  test('is renewed by the mail’s link: form, confirmation, and the new one signs in (AUTH-17, AUTH-19)', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    await page.goto('/login')
    await page.getByRole('link', { name: french.access('login.lostPassword') }).click()
    await ask(page)
    await expect(page.getByRole('heading', { name: french.access('lost.sentTitle') })).toBeVisible()
    const mail = await server().owner.query<{ body_text: string }>(
      `select body_text from mail_message where body_text like '%/renew/%' order by created_at desc limit 1`,
    )
    const link = /\/renew\/p_[\w-]+/.exec(mail.rows[0]!.body_text)![0]
    await page.goto(link)
    await page.waitForURL('**/new/password?token=*')
    await page.getByRole('textbox', { name: french.access('field.newPassword'), exact: true }).fill('Reprise-2030')
    await page.getByRole('textbox', { name: french.access('field.repeatedPassword') }).fill('Reprise-2030')
    await page.getByRole('button', { name: french.access('renew.submit') }).click()
    await page.waitForURL('**/password/confirmation')
    await expect(page.getByRole('heading', { name: french.access('confirmation.title') })).toBeVisible()
    await page.getByRole('link', { name: french.access('login.submit') }).click()
    await fillSignIn(page, 'store_seller@demo.example', 'Reprise-2030')
    await page.waitForURL('**/home')
    await server().owner.query(
      `update user_account set password_hash = (select password_hash from user_account where email = 'admin@demo.example')
       where email = 'store_seller@demo.example'`,
    )
    await context.close()
  })
})

test('the name and the icon of an account are those of its pages, before and after signing in', async ({ browser }) => {
  const icon = '/icons/icon-192.png'
  const before = await server().owner.query<{ id: string; name: string }>(
    `select a.id, a.name from account a join user_account u on u.account_id = a.id where u.email = 'store_manager@demo.example'`,
  )
  const account = before.rows[0]!
  await server().owner.query(`update account set name = 'Maison Blanche', favicon = $1 where id = $2`, [
    icon,
    account.id,
  ])
  const { context, page } = await open(browser)
  const favicon = page.locator('link[rel="icon"]')
  await page.goto('/')
  await expect(page).toHaveTitle(/^Maison Blanche/)
  await expect(favicon).toHaveAttribute('href', icon)
  await page.goto('/login')
  await expect(page).toHaveTitle(`${french.access('login.title')} – Maison Blanche`)
  await expect(favicon).toHaveAttribute('href', icon)
  await signIn(page, 'admin')
  await expect(page).toHaveTitle(`${french.shell('menu.dashboard')} – Maison Blanche`)
  await expect(favicon).toHaveAttribute('href', icon)
  await server().owner.query(`update account set name = $1, favicon = null where id = $2`, [account.name, account.id])
  await page.reload()
  await expect(page).toHaveTitle(`${french.shell('menu.dashboard')} – ${account.name}`)
  await expect(favicon).toHaveAttribute('href', '/icons/icon.svg')
  await context.close()
})

test.describe('the guard', () => {
  /** From a page with this title, by its link. */
  async function goHomeFrom(page: Page, title: string): Promise<void> {
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: french.shell('backHome') })
      .click()
    await page.waitForURL('**/home')
  }

  test('sends a user who lacks the permission home, and has a page that says so (SHELL-45, SHELL-47)', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller', '/warehouse/checkin')
    await page.waitForURL('**/home')
    await navigateInApp(page, '/access-denied')
    await goHomeFrom(page, french.shell('denied.title'))
    await context.close()
  })

  test('sends unknown paths to not-found, and a visitor to the public home (SHELL-46, PUB-26, PUB-27)', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    const mistyped = ['/no/such/page', '/buyback/serach', '/buyback/search/x', '/cart/x', '/contact']
    const asked = { headers: { accept: 'text/html' } }
    for (const path of [...mistyped, '/old-page.html', '/index.php'])
      expect((await context.request.get(path, asked)).url(), path).toBe(`${server().url}/home`)
    expect((await context.request.get('/404', asked)).status()).toBe(404)
    expect((await context.request.get('/not-available', asked)).status()).toBe(503)
    await signIn(page, 'admin', '/old-page.html')
    await page.waitForURL('**/404')
    await goHomeFrom(page, french.shell('notFound.title'))
    await navigateInApp(page, '/no/such/page')
    await page.waitForURL('**/404')
    await goHomeFrom(page, french.shell('notFound.title'))
    await context.close()
  })
})

test.describe('an ended session', () => {
  test('opens the reconnect modal in the back office, also on the paths of the public site, and signs in in place or out', async ({
    browser,
  }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    await endSessions()
    await page.goto('/account/password')
    const modal = page.getByRole('dialog', { name: french.shell('expired.title') })
    await expect(modal).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeVisible()
    await keepPictures(page, 'reconnect', ['desk'])
    await modal.locator('input[type="password"]').fill(demoPassword)
    await modal.getByRole('button', { name: french.shell('expired.confirm') }).click()
    await expect(modal).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/account/password')
    // The client that was open still is.
    const opened = page.getByRole('complementary', { name: french.shell('opened.label') })
    await expect(opened).toBeVisible()
    await page.reload()
    await expect(opened).toBeVisible()
    await endSessions()
    for (const address of ['/home', '/']) {
      await page.goto(address)
      await expect(modal).toBeVisible()
    }
    await leave(page)
    await page.goto('/home')
    await page.waitForURL(/\/login\?from=%2Fhome/)
    await fillSignIn(page, 'admin@demo.example')
    await page.waitForURL('**/home')
    await endSessions()
    await page.reload()
    await modal.getByRole('button', { name: french.shell('expired.leave') }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await page.goto('/home')
    await expect(page.getByRole('link', { name: readTexts('fr-FR', 'home')('public.staff') })).toBeVisible()
    await context.close()
  })

  test('whose module was taken away is over without a question (AUTH-31)', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'management_unit_manager')
    await server().owner.query(
      `delete from user_module where user_id = (select id from user_account where email = $1)`,
      ['management_unit_manager@demo.example'],
    )
    await navigateInApp(page, '/users')
    await page.waitForURL(/\/login/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await fillSignIn(page, 'management_unit_manager@demo.example')
    await expect(page.getByRole('alert')).toBeVisible()
    await context.close()
  })

  test('opens no modal on the floor', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'warehouse_operator', '/design-system/floor')
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

test.describe('the public door', () => {
  test('comes rendered, in the language that the visitor reads, and hydrates without a word (SHELL-08)', async ({
    browser,
  }) => {
    for (const language of languages) {
      const { context, page } = await open(browser, { locale: language, viewport: sizes.phone })
      const problems: string[] = []
      page.on('console', (message) => (message.type() === 'error' ? problems.push(message.text()) : undefined))
      page.on('pageerror', (error) => problems.push(error.message))
      const html = await (await context.request.get('/', { headers: { 'accept-language': language } })).text()
      expect(html).toContain(readTexts(language, 'home')('public.steps'))
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByRole('link', { name: readTexts(language, 'home')('public.staff') })).toHaveAttribute(
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
})
