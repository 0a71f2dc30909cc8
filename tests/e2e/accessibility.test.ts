import { expect, test, type Page } from 'playwright/test'
import { axeFaults, wcag } from '#tests/support/axe-audit.ts'
import { setLight, standsStill } from '#tests/support/screen-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { french, sizes, prepareShell } from '#tests/support/shell.ts'
import { fillSignIn, signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

const { endSessions, open, server } = prepareShell()

test.describe('accessibility', () => {
  const faults = (page: Page, rules?: readonly string[]) =>
    axeFaults(page, rules === undefined ? { tags: wcag } : { rules })

  async function visit(page: Page, addresses: readonly string[], rules?: readonly string[]): Promise<void> {
    for (const address of addresses) {
      await navigateInApp(page, address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await faults(page, rules), address).toEqual([])
    }
  }

  test('axe finds nothing on any screen, and the design system fits three widths', async ({ browser }) => {
    const { context, page } = await open(browser, { reducedMotion: 'reduce' })
    await signIn(page, 'warehouse_manager', null)
    await visit(page, ['/account/password', '/access-denied', '/404', '/home'])
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faults(page), 'the user panel').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await visit(page, ['/design-system/floor'])
    await setLight(page, 'dark')
    await standsStill(page)
    expect(await faults(page, ['color-contrast']), 'the floor at night').toEqual([])
    await setLight(page, 'light')
    await visit(page, ['/design-system'])
    for (const [name, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, `nothing sticks out at ${viewport.width} px`).toBeLessThanOrEqual(0)
      await takePicture(page, `design-system-${name}.png`, { fullPage: true })
    }
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('pixel?')
    await expect(page.getByRole('searchbox')).toHaveValue('pixel?')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=pixel/)
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('row').nth(2)).toBeFocused()
    await page.setViewportSize(sizes.phone)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: french.common('keys.title') })
    await expect(keys).toBeVisible()
    const height = await keys.evaluate((dialog) => dialog.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(0.9 * sizes.phone.height + 1)
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await context.close()
  })

  test('axe finds nothing on the faces of the door', async ({ browser }) => {
    const { context, page } = await open(browser, { reducedMotion: 'reduce' })
    const check = async (face: string): Promise<void> => expect(await faults(page), face).toEqual([])
    await visit(page, ['/', '/404', '/new/password', '/password/confirmation', '/not-available', '/login'])
    await fillSignIn(page, 'nobody@demo.example', 'Wrong-2026')
    await page.getByRole('alert').waitFor()
    await check('a refused sign-in')
    await page.getByRole('button', { name: french.access('login.withOrganization') }).click()
    await page.getByRole('button', { name: french.access('sso.submit') }).waitFor()
    await check('the organisation step')
    await visit(page, ['/lostPassword'])
    await page.getByLabel(french.access('field.email')).fill('store_seller@demo.example')
    await page.getByRole('button', { name: french.access('lost.submit') }).click()
    await page.getByRole('heading', { name: french.access('lost.sentTitle') }).waitFor()
    await check('the mail that was sent')
    const mail = await server().owner.query<{ body_text: string }>(
      `select body_text from mail_message where body_text like '%/renew/%' order by created_at desc limit 1`,
    )
    await page.goto(/\/renew\/p_[\w-]+/.exec(mail.rows[0]!.body_text)![0])
    await page.getByRole('button', { name: french.access('renew.submit') }).waitFor()
    await check('the new password')
    await page.goto(`/renew/${'x'.repeat(43)}`)
    await page.getByRole('alert').waitFor()
    await check('a link that has ended')
    await context.close()
  })

  test('axe finds nothing on what opens over a page', async ({ browser }) => {
    const { context, page } = await open(browser, { reducedMotion: 'reduce' })
    const check = async (face: string): Promise<void> => expect(await faults(page), face).toEqual([])
    await signIn(page, 'store_manager')
    await page.evaluate(() => {
      const product = { label: 'iPhone 13', brand: 'Apple', image: null }
      const buyback = {
        inCartId: 'a',
        estimatedPrice: 31_500,
        totalPrice: 31_500,
        impactPriceEntries: [],
        declaration: { product },
      }
      localStorage.setItem('cart', JSON.stringify({ storedAt: new Date().toISOString(), cartBuybacks: [buyback] }))
    })
    await page.goto('/design-system')
    await page.getByRole('button', { name: 'Panier, 1 reprise' }).click()
    await page.getByRole('dialog', { name: french.shell('cart.title') }).waitFor()
    await check('the cart')
    await page.keyboard.press('Escape')
    for (const [name, face] of [
      ['floor.sheet', 'a sheet of the floor'],
      ['floor.choose', 'the choice between products'],
    ] as const) {
      await page.getByRole('button', { name: readTexts('fr-FR', 'design')(name) }).click()
      await page.getByRole('dialog').waitFor()
      await check(face)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.setViewportSize(sizes.phone)
    await page.getByRole('button', { name: french.shell('menu.open') }).click()
    await page.getByRole('dialog').waitFor()
    await check('the menu of a phone')
    await page.keyboard.press('Escape')
    await page.setViewportSize(sizes.desk)
    await page.route('**/api/session/module', (route) =>
      route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: 'x', requestId: 'r' } }),
    )
    await page.getByRole('button', { name: /Ouvrir le panneau/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: french.shell('user.module') })
      .click()
    await page.getByRole('option', { name: french.shell('modules.tim') }).click()
    const question = page.getByRole('dialog', { name: french.shell('user.leaveWork') })
    await question.waitFor()
    await check('a switch in the middle of a sale')
    await question.getByRole('button', { name: french.shell('user.leaveWorkConfirm'), exact: true }).click()
    await page.getByRole('dialog', { name: french.shell('serverError.title') }).waitFor()
    await check('the server error')
    await endSessions()
    await page.goto('/account/password')
    await page.getByRole('dialog', { name: french.shell('expired.title') }).waitFor()
    await check('the ended session')
    await context.close()
  })

  const primaryColor = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      const [site, office] = ['--brand', '--mantine-primary-color-filled'].map((name) => style.getPropertyValue(name))
      return site === '' ? office! : site!
    })

  // Another colour changes contrasts and nothing else; the design system has every component.
  test('texts stand out in accounts of a light, a strong and a dark colour', async ({ browser }) => {
    const { context, page } = await open(browser, { reducedMotion: 'reduce' })
    const colors = ['#ffd400', '#c2185b', '#101418']
    const audit = async (color: string, address: string): Promise<void> => {
      await server().owner.query('update account set main_color = $1', [color])
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // The first drawing has the colour that the device remembers; the new one comes with an answer.
      await expect.poll(() => primaryColor(page), address).toBe(color)
      await standsStill(page)
      expect(await faults(page, ['color-contrast']), `${address} in ${color}`).toEqual([])
    }
    for (const color of colors) await audit(color, '/')
    await signIn(page, 'warehouse_manager', null)
    for (const color of colors) {
      await audit(color, '/design-system')
      await visit(page, ['/design-system/floor'], ['color-contrast'])
    }
    await context.close()
  })
})
