import { expect, type Page } from 'playwright/test'
import type { UserType } from '#domain/organization/user-type.ts'
import { signInOn, startHandheld, type Handheld } from './handheld.ts'
import { pressAsPerson, typeAsScanner } from './wedge.ts'
import { servedByWorker } from './service-worker.ts'

/** The counter's tablet, upright. */
export const tablet = { width: 820, height: 1180 }
/** Its check digit is right; its type allocation code is no model's of the demo. */
const imei = '356938035643809'

/** A tablet of the store with its catalog and numbers, ready to start without a network; its own where it is killed. */
export async function startCounterTablet(
  baseURL: string,
  { user = 'store_seller', isOwn = false }: { readonly user?: UserType; readonly isOwn?: boolean } = {},
): Promise<{ handheld: Handheld; page: Page }> {
  const handheld = await startHandheld({ isOwn, baseURL, viewport: tablet })
  const page = handheld.page()
  await signInOn(page, user, '/buyback/create')
  await expect(page.locator('[data-search]')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Aucune reprise ne peut être enregistrée')).toBeHidden({ timeout: 30_000 })
  await servedByWorker(page)
  return { handheld, page }
}

const screenOf = (page: Page) => page.locator('[data-screen]').getAttribute('data-screen')

/** What is done on a screen of the questions in place of the first answer, or before it. */
interface DiagWays {
  /** The payment mode that is chosen. */
  readonly payment?: string
  /** Looks at each screen before it is answered. */
  readonly onScreen?: (screen: string) => Promise<void>
  /** Answers by keys and command barcodes alone, which wait between two keys as a person does; by taps if not told. */
  readonly byKeys?: boolean
}

/** Answers everything with its first answer, up to the offer. */
export async function answerDiag(page: Page, { payment, onScreen, byKeys = false }: DiagWays = {}): Promise<void> {
  await page.locator('[data-screen]').waitFor()
  for (;;) {
    const screen = await screenOf(page)
    if (screen !== null) await onScreen?.(screen)
    if (screen === 'offer') return
    if (screen === 'imei') {
      await typeAsScanner(page, imei)
      await expect(page.getByText('Ce numéro semble inexact')).toBeVisible()
      await typeAsScanner(page, 'RPR:CONFIRM')
    } else if (screen === 'payment' && payment !== undefined) {
      await page.getByRole('button', { name: payment }).click()
    } else if (!byKeys) {
      await page.locator('[data-screen] ul button').first().click()
    } else if (screen === 'transport' || screen === 'payment') {
      await typeAsScanner(page, 'RPR:A')
    } else await pressAsPerson(page, 'a')
    await page.waitForFunction(
      (before) => document.querySelector('[data-screen]')?.getAttribute('data-screen') !== before,
      screen,
    )
  }
}
