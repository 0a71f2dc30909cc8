import { URI } from 'otpauth'
import { expect, type Page } from 'playwright/test'

/**
 * The code that a user's app shows, in steps of half a minute from now. The server takes the step before and the one after as
 * well, and each step once: 0 and then 1 are right even where half a minute ends in between.
 */
export function codeOf(secret: string, steps: number): string {
  const app = URI.parse(`otpauth://totp/Reprise:x?secret=${secret}&issuer=Reprise`)
  return app.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Sets codes up where a sign-in leads to them, with the texts of the page; answers the secret and a recovery code. */
export async function setUpCodes(
  page: Page,
  access: (key: string) => string,
): Promise<{ readonly secret: string; readonly recoveryCode: string }> {
  const form = page.getByRole('main')
  const press = (key: string) => form.getByRole('button', { name: access(key), exact: true }).click()
  await page.waitForURL('**/second-factor**')
  await press('secondFactor.begin')
  await expect(form.getByRole('img', { name: access('codes.picture') })).toBeVisible({ timeout: 20_000 })
  const secret = found(/[A-Z2-7]{32}/, await form.innerText())
  await form.getByRole('textbox', { name: access('codes.field') }).fill(codeOf(secret, 0))
  await press('codes.confirm')
  await expect(form.getByText(access('codes.recoveryText'))).toBeVisible({ timeout: 20_000 })
  const recoveryCode = found(/[a-z2-9]{5}-[a-z2-9]{5}/, await form.innerText())
  await press('codes.kept')
  return { secret, recoveryCode }
}

function found(pattern: RegExp, text: string): string {
  const [match] = pattern.exec(text) ?? []
  if (match === undefined) throw new Error(`nothing like ${String(pattern)} on the page`)
  return match
}
