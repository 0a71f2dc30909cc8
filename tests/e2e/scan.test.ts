import { expect, test, type Page } from 'playwright/test'
import { axeFaults, wcag } from '#tests/support/axe-audit.ts'
import { buybackCode, lines, prepareScanPage } from '#tests/support/prepare-scan-page.ts'
import { typeAsPerson, typeAsScanner, type WedgeTyping } from '#tests/support/wedge.ts'

const { address } = prepareScanPage()

async function begin(page: Page): Promise<void> {
  await page.goto(address())
  await expect(page.getByRole('button', { name: 'Count' })).toBeVisible()
}

// Every speed, suffix and host, with and without a focus: web/scan/wedge-core.test.ts.
test('a scanner that types is heard whatever has the focus, once and whole, and told from a person', async ({
  page,
}) => {
  await test.step('is heard with nothing focused, and from a comment that is being written, which stays as it was', async () => {
    await begin(page)
    const comment = page.getByLabel('Comment')
    const ways: readonly WedgeTyping[] = [
      { keyMs: 10 },
      { keyMs: 10, suffix: 'Tab' },
      { keyMs: 10, suffix: null },
      { keyMs: 80, host: 'azerty' },
    ]
    for (const [at, typing] of ways.entries()) {
      await typeAsScanner(page, buybackCode(2 * at), typing)
      await expect(lines(page)).toHaveCount(2 * at + 1)
      await expect(lines(page).last()).toHaveText(`${buybackCode(2 * at)} buyback,item,ean`)
      await comment.fill('scratched')
      await typeAsScanner(page, buybackCode(2 * at + 1), typing)
      await expect(lines(page)).toHaveCount(2 * at + 2)
      await expect(lines(page).last()).toHaveText(`${buybackCode(2 * at + 1)} buyback,item,ean`)
      await expect(comment).toHaveValue('scratched')
      await expect(comment).toBeFocused()
      await comment.blur()
    }
    await expect(page.getByLabel('submits')).toHaveText('0')
  })

  await test.step('presses no focused button with its Enter', async () => {
    await begin(page)
    await page.getByRole('button', { name: 'Count' }).focus()
    await typeAsScanner(page, buybackCode(3))
    await expect(lines(page)).toHaveCount(1)
    await expect(page.getByLabel('clicks')).toHaveText('0')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(200)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('clicks')).not.toHaveText('0')
  })

  await test.step('loses none of ten codes within two seconds, in order', async () => {
    await begin(page)
    await page.getByLabel('Note').focus()
    const codes = Array.from({ length: 10 }, (_, n) => buybackCode(10 + n))
    for (const text of codes) await typeAsScanner(page, text, { keyMs: 8 })
    await expect(lines(page)).toHaveText(codes.map((text) => `${text} buyback,item,ean`))
    await expect(page.getByLabel('Note')).toHaveValue('box')
  })

  await test.step('is heard as a text in one piece, as input methods insert it', async () => {
    await begin(page)
    await page.getByLabel('Comment').focus()
    await typeAsScanner(page, buybackCode(4), { form: 'text' })
    await expect(lines(page)).toHaveText([`${buybackCode(4)} buyback,item,ean`])
    await expect(page.getByLabel('Comment')).toHaveValue('')
    await expect(page.getByLabel('submits')).toHaveText('0')
  })

  await test.step('is heard with the shortest commands as a text in one piece, from a comment that stays as it was', async () => {
    await begin(page)
    const comment = page.getByLabel('Comment')
    await comment.fill('scratched')
    const commands = ['RPR:A', 'RPR:J', 'RPR:0', 'RPR:9']
    for (const text of commands) await typeAsScanner(page, text, { form: 'text' })
    await expect(lines(page)).toHaveCount(commands.length)
    await expect(comment).toHaveValue('scratched')
    await expect(page.getByLabel('submits')).toHaveText('0')
  })

  await test.step('leaves its characters in a field made for scans', async () => {
    await begin(page)
    await page.getByLabel('Made for scans').focus()
    await typeAsScanner(page, buybackCode(5))
    await expect(lines(page)).toHaveCount(1)
    await expect(page.getByLabel('Made for scans')).toHaveValue(buybackCode(5))
  })

  await test.step('keeps the separator of a GS1 label and parts the symbology identifier', async () => {
    await begin(page)
    await typeAsScanner(page, ']d210LOT7\u001d21AB12CD34')
    await expect(lines(page)).toHaveText(['10LOT7\u241d21AB12CD34 item'])
    await expect(lines(page)).toHaveAttribute('data-symbology', ']d2')
  })

  await test.step('reads letters and a command on a French host', async () => {
    await begin(page)
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect(page.getByText('Sure?')).toBeVisible()
    await typeAsScanner(page, 'AQ12WZ34', { host: 'azerty' })
    await expect(page.getByText('Sure? AQ12WZ34')).toBeVisible()
    await typeAsScanner(page, 'RPR:CONFIRM', { host: 'azerty' })
    await expect(page.getByText('Sure?')).toBeHidden()
    await expect(lines(page)).toHaveCount(0)
  })

  await test.step('is told from a person who types', async () => {
    await begin(page)
    await page.getByLabel('Comment').focus()
    await typeAsPerson(page, '26000012')
    await expect(page.getByLabel('submits')).toHaveText('1')
    await expect(page.getByLabel('Comment')).toHaveValue('26000012')
    await expect(lines(page)).toHaveCount(0)
  })
})

test('a scan costs little', async ({ page }) => {
  await begin(page)
  const perScanUs = await page.evaluate(async () => {
    const keys = [...'2600001200016'].map((key) => ({ key, code: `Digit${key}` }))
    const times: number[] = []
    for (let n = 0; n < 300; n++) {
      const fromMs = performance.now()
      for (const key of [...keys, { key: 'Enter', code: 'Enter' }]) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
      }
      times.push((performance.now() - fromMs) * 1000)
      if (n % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return times.toSorted((a, b) => a - b)[150]!
  })
  console.log(`wedge detector: ${Math.round(perScanUs)} µs a scan of 14 keys (median, events included)`)
  expect(perScanUs).toBeLessThan(5000)
})

test('typing and pasting work without a camera, for a keyboard and a screen reader too', async ({ page, context }) => {
  await test.step('work without a camera, and the keyboard opens only for a tapped field', async () => {
    await page.goto(address())
    const field = page.getByLabel('Code produit, code de reprise ou IMEI')
    await expect(field).not.toBeFocused()
    await field.click()
    await typeAsPerson(page, buybackCode(6))
    await expect(lines(page)).toHaveText([`${buybackCode(6)} buyback,item,ean`])
    await expect(lines(page)).toHaveAttribute('data-source', 'typed')
    await expect(field).toHaveValue('')
    await page.getByRole('button', { name: 'Valider' }).click()
    await expect(page.getByRole('alert')).toHaveText('Saisissez ou scannez un code')
  })

  await test.step('take a pasted code at once, and leave any other text to be mended', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(address())
    const field = page.getByLabel('Code produit, code de reprise ou IMEI')
    await field.focus()
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${buybackCode(7)}\n`)
    await page.keyboard.press('Control+v')
    await expect(lines(page)).toHaveCount(1)
    await page.evaluate(() => navigator.clipboard.writeText('26 000'))
    await page.keyboard.press('Control+v')
    await expect(field).toHaveValue('26 000')
    await expect(lines(page)).toHaveCount(1)
  })

  await test.step('have nothing that a person with a screen reader or a keyboard trips over', async () => {
    await page.goto(address())
    await expect(page.getByRole('button', { name: 'Scanner avec la caméra' })).toBeVisible()
    expect(await axeFaults(page, { tags: wcag, within: 'section' })).toEqual([])
    const box = await page.getByRole('button', { name: 'Scanner avec la caméra' }).boundingBox()
    expect(box!.height).toBeGreaterThanOrEqual(60)
  })
})
