import { expect, type Page } from 'playwright/test'
import { counterDetails, phoneGtin } from './counter-facts.ts'
import { answerDiag } from './counter-tablet.ts'
import { typeAsScanner } from './wedge.ts'

/** From a scanned product over its questions to a customer who is filled in. */
export async function scanToCustomer(page: Page, gtin = phoneGtin): Promise<void> {
  await typeAsScanner(page, gtin)
  await page.waitForURL('**/diag/**')
  await answerDiag(page)
  await typeAsScanner(page, 'RPR:CONFIRM')
  await fillCustomer(page)
}

/** Fills what the form of the customer asks for, and goes on to the summary. */
export async function fillCustomer(page: Page): Promise<void> {
  await page.waitForURL('**/cart/customer-infos')
  await expect(page.locator('[name="clientLastname"]')).toBeVisible()
  for (const [name, value] of Object.entries(counterDetails)) {
    const field = page.locator(`[name="${name}"]`)
    if ((await field.count()) > 0) await field.fill(value)
  }
  const type = page.getByRole('combobox', { name: 'Type de pièce' })
  if ((await type.count()) > 0) {
    const passport = page.getByRole('option', { name: 'Passeport' })
    // The press leaves a field that is checked then, and what is drawn after the check may close the list again.
    // A second press while a slow machine still draws the list would close it.
    await expect(async () => {
      if (!(await passport.isVisible())) await type.click()
      await expect(passport).toBeVisible({ timeout: 10_000 })
    }).toPass()
    await passport.click()
  }
  await page.keyboard.press('F8')
  await page.waitForURL('**/cart/summary')
  // The cart is priced before the summary listens to keys and scanner.
  await expect(page.getByRole('button', { name: 'Tourner vers le client' })).toBeVisible()
}

/** Draws a signature with a finger. */
export async function draw(page: Page): Promise<void> {
  const canvas = page.locator('canvas[data-ready]')
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 120)
  await page.mouse.down()
  for (let step = 0; step < 40; step++)
    await page.mouse.move(box.x + 60 + step * 10, box.y + 100 + Math.sin(step / 2) * 50)
  await page.mouse.up()
}

/** Turns the tablet to the customer, who agrees and signs: the sale is captured. */
export async function signSale(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tourner vers le client' }).click()
  await page.getByRole('checkbox').check()
  await draw(page)
  await page.getByRole('button', { name: 'Signer et vendre' }).click()
  await page.waitForURL('**/buyback-confirmation?ids=*')
}

/** Numbers of the buybacks that a confirmation names, in its order. */
export async function numbersOn(page: Page): Promise<readonly string[]> {
  const numbers = page.locator('main section').getByText(/^2 \d{6} \d{6}$/)
  await expect(numbers.first()).toBeVisible()
  return (await numbers.allTextContents()).map((text) => text.replaceAll(/\D/g, ''))
}
