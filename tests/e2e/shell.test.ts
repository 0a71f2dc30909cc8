import { expect, test, type Page } from 'playwright/test'
import { linksOf, menu } from '#web/staff/app/menu.ts'
import { staffRoutes } from '#web/staff/routes.ts'
import { languages, type Language } from '#domain/kernel/languages.ts'
import { typeHolds } from '#domain/access/permission.ts'
import { badgeOf } from '#tests/support/handheld.ts'
import { fillSignIn, french, installed, openGroups, prepareShell, signIn, sizes } from '#tests/support/shell.ts'
import { readTexts } from '#tests/support/texts.ts'
import { servedByWorker } from '#tests/support/service-worker.ts'

const { open, server } = prepareShell()

const pages = pathsOf(staffRoutes)
function pathsOf(node: { readonly path?: string; readonly children?: unknown }): string[] {
  const children = (node.children ?? []) as (typeof node)[]
  return [...(node.path ? [node.path] : []), ...children.flatMap(pathsOf)]
}

test.describe('the header', () => {
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300"/></svg>')}`

  test('holds the logo in its bounds, which leads to the start, and the way back to the website', async ({
    browser,
  }) => {
    const before = await server().owner.query<{ id: string }>(
      `update account set logo = $1, external_website_url = 'https://client.example/', external_website_text = 'Retour au site'
       where is_retailer returning id`,
      [logo],
    )
    expect(before.rows.length).toBeGreaterThan(0)
    for (const [viewport, width, height] of [
      [sizes.desk, 250, 50],
      [{ width: 992, height: 900 }, 250, 50],
      [{ width: 991, height: 900 }, 250, 50],
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
    await server().owner.query(
      `update account set logo = null, external_website_url = null, external_website_text = null`,
    )
  })

  test('is followed by the way here, and the footer names year, copyright and release', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin', '/account/password?alert={"type":"success","message":"saved"}')
    const way = page.getByRole('navigation', { name: french.common('breadcrumbs') })
    await expect(way.getByRole('link', { name: french.common('home') })).toHaveAttribute('href', '/home')
    const alert = page.getByRole('status').filter({ hasText: french.common('alert.saved') })
    await expect(alert).toBeVisible()
    await alert.getByRole('button', { name: french.common('action.close') }).click()
    await expect(alert).toBeHidden()
    await expect(page).toHaveURL(/\/account\/password$/)
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(String(new Date().getFullYear()))
    const copyright = footer.getByRole('link', { name: french.shell('footer.copyright') })
    await expect(copyright).toHaveAttribute('href', '/service-terms')
    await expect(footer).toContainText('2025-r20')
    await context.close()
  })
})

test.describe('the side menu', () => {
  for (const type of ['admin', 'warehouse_operator', 'warehouse_manager', 'store_seller', 'buyer_manager'] as const) {
    test(`of a ${type} is what the matrix allows`, async ({ browser }) => {
      const { context, page } = await open(browser)
      await signIn(page, type)
      const hasPage = (path: string): boolean => pages.includes(path) || pages.includes(`${path}/{-$itemId}`)
      const expected = linksOf(menu).filter((link) => hasPage(link.path) && typeHolds(type, link.permission))
      await openGroups(page)
      const links = page.getByRole('navigation', { name: french.shell('menu.label') }).getByRole('link')
      const wordsOf = ({ name, premium }: (typeof expected)[number]) =>
        `${french.shell(`menu.${name}`)}${premium ? french.shell('menu.premium') : ''}`
      await expect(links).toHaveText(expected.map(wordsOf))
      await context.close()
    })
  }

  test('hides a check-in that the account has disabled, without network too', async ({ browser }) => {
    const { context, page } = await open(browser, installed)
    const set = (value: string) =>
      server().owner.query('update organization_root_detail set warehouse_checkin_requirement = $1', [value])
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
    await servedByWorker(page)
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
  })
})

test.describe('the user panel', () => {
  test('shows who is signed in and switches the module: home, then a reload', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager', '/design-system')
    const before = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)
    expect(before).toBe('root')
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('store_manager@demo.example')).toBeVisible()
    await expect(panel.getByText('Responsable de magasin', { exact: true })).toBeVisible()
    const scrolling = await panel
      .locator('.mantine-Drawer-body')
      .evaluate((body) => getComputedStyle(body).maxBlockSize)
    expect(scrolling).toBe(`${0.9 * sizes.desk.height}px`)
    const shown = await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as Record<'firstname' | 'lastname', string> & {
        currentOrganization: { commonName: string }
      }
      const { firstname, lastname } = user
      const initials = firstname.charAt(0) + lastname.charAt(0)
      return { name: `${firstname} ${lastname}`, initials, organization: user.currentOrganization.commonName }
    })
    await expect(panel.getByText(shown.name)).toBeVisible()
    await expect(panel.getByText(shown.initials, { exact: true })).toBeVisible()
    await expect(panel.getByText(shown.organization, { exact: true })).toBeVisible()
    await expect(panel.getByRole('button', { name: french.shell('user.logout') })).toBeVisible()
    await panel.getByRole('combobox', { name: french.shell('user.module') }).click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    await page.waitForURL('**/home')
    await reloaded
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)).toBe('tim')
    // Who signs in anew on the way goes on in it.
    await server().owner.query('delete from session')
    await page.goto('/expedition')
    await badgeOf(page).click()
    await page.getByRole('button', { name: readTexts('fr-FR', 'sync')('sheet.signIn') }).click()
    await fillSignIn(page, 'store_manager@demo.example')
    await page.waitForURL('**/expedition')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)).toBe('tim')
    await context.close()
  })

  test('switches the module at home without leaving it, by a reload alone', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager')
    const way: string[] = []
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    page.on('framenavigated', (frame) => way.push(new URL(frame.url()).pathname))
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: french.shell('user.module') })
      .click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    await reloaded
    expect(way).toEqual(['/home'])
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)).toBe('tim')
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

  test('says beside the choice that the network is missing, until it is there', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'store_manager')
    await page.route('**/api/session/module', (route) => route.abort())
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    const panel = page.getByRole('dialog')
    const select = panel.getByRole('combobox', { name: french.shell('user.module') })
    const choose = async (): Promise<void> => {
      await select.click()
      await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    }
    await choose()
    await expect(panel.getByRole('alert')).toHaveText(french.common('codes.NETWORK_UNREACHABLE'))
    await expect(select).toHaveValue(french.shell('modules.root'))
    await page.unroute('**/api/session/module')
    const reloaded = page.waitForEvent('load')
    await choose()
    await reloaded
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').module as string)).toBe('tim')
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

test.describe('keys', () => {
  test('reach the search, list themselves and close', async ({ browser }) => {
    const { context, page } = await open(browser)
    await signIn(page, 'admin', '/design-system')
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
