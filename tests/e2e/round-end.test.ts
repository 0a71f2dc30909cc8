import { expect, test, type Page } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { axeFaults, wcag } from '#tests/support/axe-audit.ts'
import { badgeOf, linesOf, scanAll, startAtCheckIn, type Handheld } from '#tests/support/handheld.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { readTexts } from '#tests/support/texts.ts'

const sync = readTexts('fr-FR', 'sync')
const warehouse = readTexts('fr-FR', 'warehouse')
let app: AppServer
prepareApp(600, (started) => (app = started))

test('a round that was ended offline waits for its refused scan, and ends once that is discarded, with a comment where its count differs', async () => {
  const [first, second] = await app.itemsInTransit(app.warehouses[0], 2)
  const { device, page } = await startAtCheckIn(app.url)
  try {
    await endOffline(page, device, { codes: [first!.code, second!.code, '29999955'], count: 2 })

    // New scans go to a round of their own, and the ended one is told beside them.
    const told = page.getByRole('status').filter({ hasText: 'attend : un de ses scans est refusé' })
    await expect(told).toContainText('2 produits')
    await takePicture(page, 'round-end-waits-360.png')
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    await expect(linesOf(page)).toHaveCount(0)
    await device.offline(true)
    await page.reload()
    await expect(told).toBeVisible()
    await device.offline(false)
    await told.getByRole('button', { name: warehouse('line.attention') }).click()

    await expect(page.getByText('Fin de série : attend que ce refus soit traité')).toBeVisible()
    await page.getByRole('button', { name: /^Traiter/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: sync('attention.discard') }).click()
    await expect(sheet.getByRole('button', { name: 'Écarter aussi : Fin de série' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await expect(sheet.getByText('Fin de série : pas écartée. Elle repart d’elle-même')).toBeVisible()
    await takePicture(page, 'round-end-discard-360.png')
    await sheet.getByRole('button', { name: sync('attention.reasons.unreadable') }).click()
    await sheet.getByRole('button', { name: sync('attention.discard'), exact: true }).click()
    await expect(page.getByText(`${sync('attention.discarded')}. ${sync('attention.due.ended')}`)).toBeVisible()
    await expect(page.getByText(sync('attention.empty.title'))).toBeVisible()
    await expect(badgeOf(page)).toContainText(sync('connection.allSent'), { timeout: 15_000 })
    expect(await endedRound()).toEqual({ typed: 2, distinct: 2, comment: warehouse('endRound.reason.empty') })

    await page.getByRole('button', { name: sync('attention.back') }).click()
    await expect(page.locator('[data-scan-ready]')).toBeVisible()
    await expect(told).toHaveCount(0)

    // One whose count differs once its refused scan is discarded asks for a comment before it ends.
    const [item] = (await app.itemsInTransit(app.warehouses[0], 9)).slice(-1)
    await endOffline(page, device, { codes: [item!.code, '29999948'], count: 2 })
    await page.getByRole('button', { name: warehouse('line.attention') }).click()
    await page.getByRole('button', { name: /^Traiter/ }).click()
    await sheet.getByRole('button', { name: sync('attention.discard') }).click()
    await sheet.getByRole('button', { name: sync('attention.reasons.wrongProduct') }).click()
    await sheet.getByRole('button', { name: sync('attention.discard'), exact: true }).click()

    await expect(page.getByText(warehouse('errors.ROUND_END_DUE'))).toBeVisible()
    await expect(page.getByText('1 série à terminer')).toBeVisible()
    await takePicture(page, 'round-end-due-360.png')
    await page.getByRole('button', { name: 'Terminer la série (1)' }).click()
    await expect(sheet.getByLabel(warehouse('endRound.count'))).toHaveValue('2')
    await expect(sheet.getByText('1 produit scanné (hors écartés)')).toBeVisible()
    await expect(sheet.getByText('1 produit de plus que de codes scannés')).toBeVisible()
    const end = sheet.getByRole('button', { name: 'Terminer la série (1)' })
    await end.click()
    await expect(sheet.getByRole('alert')).toHaveText(warehouse('endRound.commentRequired'))
    await takePicture(page, 'round-end-comment-360.png')
    expect(await axeFaults(page, { tags: wcag })).toEqual([])
    await sheet.getByLabel(warehouse('endRound.comment')).fill('Produit rendu au transporteur')
    await end.click()
    await expect(page.getByText(sync('attention.due.ended'))).toBeVisible()
    await expect(page.getByText(sync('attention.empty.title'))).toBeVisible()
    await expect(badgeOf(page)).toContainText(sync('connection.allSent'), { timeout: 15_000 })
    expect(await endedRound()).toEqual({ typed: 2, distinct: 1, comment: 'Produit rendu au transporteur' })
  } finally {
    await device.close()
  }
})

/** Scans codes offline, ends the round with a count, explained where it differs, and comes back to the server. */
async function endOffline(
  page: Page,
  device: Handheld,
  { codes, count }: { readonly codes: readonly string[]; readonly count: number },
): Promise<void> {
  await device.offline(true)
  await scanAll(page, codes)
  await expect(linesOf(page)).toHaveCount(codes.length)
  // The last code is unknown, and its result waits for a tap.
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: warehouse('checkIn.action.end') })
    .click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: warehouse('endRound.submit'), exact: true })
  for (const digit of String(count)) await dialog.getByRole('button', { name: digit, exact: true }).click()
  await submit.click()
  if (count !== codes.length) {
    await dialog.getByRole('button', { name: warehouse('endRound.reason.empty') }).click()
    await submit.click()
  }
  await expect(page.getByText(warehouse('checkIn.ended.title'))).toBeVisible()
  await device.offline(false)
  await expect(badgeOf(page)).toContainText('2 à traiter', { timeout: 30_000 })
  await expect(page.locator('body > [data-tone="attention"]')).toHaveCount(0)
}

/** The round that the server has ended last. */
async function endedRound(): Promise<unknown> {
  const { rows } = await app.owner.query(
    `select typed_count as typed, distinct_count as distinct, comment from check_in_round
      where ended_at is not null order by ended_at desc limit 1`,
  )
  return rows[0]
}
