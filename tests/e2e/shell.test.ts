import { expect, test, type Locator, type Page } from 'playwright/test'
import { languages, type Language } from '#domain/kernel/languages.ts'
import { badgeOf } from '#tests/support/handheld.ts'
import { french, installed, prepareShell, sizes } from '#tests/support/shell.ts'
import { fillSignIn, signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const { open, server } = prepareShell()

test.describe('the header', () => {
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300"/></svg>')}`

  test('holds the logo in its bounds, which leads to the start, and the way back to the website; a phone has a drawer', async ({
    browser,
  }) => {
    const before = await server().owner.query<{ id: string }>(
      `update account set logo = $1, external_website_url = 'https://client.example/', external_website_text = 'Retour au site'
       where is_retailer returning id`,
      [logo],
    )
    expect(before.rows.length).toBeGreaterThan(0)
    const { context, page } = await open(browser)
    await signIn(page, 'admin')
    const link = page.getByRole('banner').getByRole('link', { name: french.shell('header.home') })
    const burger = page.getByRole('button', { name: french.shell('menu.open') })
    const website = page.getByRole('link', { name: 'Retour au site' }).locator('visible=true')
    const sizeOf = async (image: Locator) => {
      const { width = 0, height = 0 } = (await image.boundingBox()) ?? {}
      return [Math.round(width), Math.round(height)] as const
    }
    for (const [width, most] of [
      [sizes.desk.width, [250, 50]],
      [992, [250, 50]],
      [991, [250, 50]],
      [768, [250, 50]],
      [767, [150, 30]],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect(link).toHaveAttribute('href', '/')
      await expect(burger).toBeVisible({ visible: width < 992 })
      await expect
        .poll(async () => (await sizeOf(link.getByRole('img', { includeHidden: true })))[1], `${width}`)
        .toBe(most[1])
      expect((await sizeOf(link.getByRole('img', { includeHidden: true })))[0]).toBeLessThanOrEqual(most[0])
      if (width >= 768) await expect(website).toHaveAttribute('href', 'https://client.example/')
    }
    // The side menu is a drawer on a phone.
    await page.setViewportSize(sizes.phone)
    await burger.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: french.shell('menu.dashboard') })).toBeVisible()
    await expect(website).toHaveAttribute('href', 'https://client.example/')
    // One part of a panel scrolls, within the height of the screen (SHELL-10).
    const panel = await drawer.evaluate((box) => ({
      rest: box.scrollHeight - box.clientHeight,
      end: box.querySelector('.mantine-Drawer-body')!.getBoundingClientRect().bottom,
    }))
    expect(panel.rest).toBe(0)
    expect(panel.end).toBeLessThanOrEqual(sizes.phone.height)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()

    await context.close()

    const visitor = await open(browser, { viewport: sizes.phone })
    await visitor.page.goto('/')
    const [width, height] = await sizeOf(visitor.page.getByRole('banner').getByRole('img').first())
    expect(width).toBeLessThanOrEqual(150)
    expect(height).toBeLessThanOrEqual(30)
    await expect(visitor.page.getByRole('link', { name: 'Retour au site' })).toBeVisible()
    await visitor.context.close()
    await server().owner.query(
      `update account set logo = null, external_website_url = null, external_website_text = null`,
    )
  })
})

test.describe('the user panel', () => {
  test('speaks the four languages, and switches the module: home, then a reload', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager', '/design-system')
    const moduleOf = () => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)
    expect(await moduleOf()).toBe('root')
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('store_manager@demo.example')).toBeVisible()
    const scrolling = await panel
      .locator('.mantine-Drawer-body')
      .evaluate((body) => getComputedStyle(body).maxBlockSize)
    expect(scrolling).toBe(`${0.9 * sizes.desk.height}px`)
    let current: Language = 'fr-FR'
    const names = { 'fr-FR': 'Français', 'en-GB': 'English', 'nl-BE': 'Nederlands', 'de-DE': 'Deutsch' }
    for (const language of [...languages.slice(1), languages[0]]) {
      const texts = readTexts(current, 'shell')
      await page.getByRole('combobox', { name: texts('user.language') }).click()
      await page.getByRole('option', { name: names[language] }).click()
      await expect(page.getByRole('button', { name: readTexts(language, 'shell')('user.logout') })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      current = language
    }
    await panel.getByRole('combobox', { name: french.shell('user.module') }).click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    await page.waitForURL('**/home')
    await reloaded
    expect(await moduleOf()).toBe('tim')
    // A user who signs in again on the way goes on in the same module.
    await server().owner.query('delete from session')
    await page.goto('/expedition')
    await badgeOf(page).click()
    await page.getByRole('button', { name: readTexts('fr-FR', 'sync')('sheet.signIn') }).click()
    await fillSignIn(page, 'store_manager@demo.example')
    await page.waitForURL('**/expedition')
    expect(await moduleOf()).toBe('tim')
    await context.close()
  })

  test('lets a buyer of two retailers go on at the other: home, then a reload', async ({ browser }) => {
    const owner = server().owner
    const { rows: others } = await owner.query<{ id: string; name: string }>(
      `select id, name from account a where is_retailer
        and not exists (select 1 from account_link l where l.account_id = a.id)`,
    )
    const other = others[0]!
    const viewed = (page: Page) =>
      page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').viewedAccountId as string)
    const { context, page } = await open(browser)
    await signIn(page, 'buyer_manager')
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    const select = page.getByRole('dialog').getByRole('combobox', { name: french.shell('user.retailer') })
    await expect(page.getByRole('button', { name: french.shell('user.logout') })).toBeVisible()
    await expect(select, 'one retailer leaves no choice').toHaveCount(0)
    await owner.query(
      `insert into account_link (account_id, buyer_account_id)
       select $1, account_id from user_account where email = 'buyer_manager@demo.example'`,
      [other.id],
    )
    await page.goto('/design-system')
    const first = await viewed(page)
    expect(first).not.toBe(other.id)
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await select.click()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/session/account')) asked.push(request.method())
    })
    const reloaded = page.waitForEvent('load')
    await page.getByRole('option', { name: other.name }).click()
    await page.waitForURL('**/home')
    await reloaded
    expect(asked).toEqual(['POST'])
    expect(await viewed(page)).toBe(other.id)
    await owner.query(`delete from account_link where account_id = $1`, [other.id])
    await context.close()
  })

  test('is signed out by the way back from the provider', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_seller', '/open-id/logout')
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    expect((await context.request.get('/api/session')).status()).toBe(401)
    await context.close()
  })

  test('signs out even without network, and the server hears of it when it can', async ({ browser }) => {
    const { context, page } = await open(browser, installed)
    await signIn(page, 'warehouse_operator')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: french.shell('user.logout') }).click()
    await page.waitForURL('**/login')
    // The number of the session's last change stays, and nothing of the user.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['sessionTurn'])
    expect((await context.request.get('/api/session')).status(), 'the server has not heard of it').toBe(200)
    const told = page.waitForResponse((response) => response.url().endsWith('/api/logout'))
    await context.setOffline(false)
    expect((await told).ok()).toBe(true)
    expect((await context.request.get('/api/session')).status()).toBe(401)
    await context.close()
  })
})
