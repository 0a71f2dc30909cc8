import { expect as soonExpected, test, type Page } from 'playwright/test'
import { keepPictures } from '#tests/support/pictures.ts'
import { navigateInApp } from '#tests/support/go-within.ts'
import { prepareShell } from '#tests/support/shell.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { readTexts } from '#tests/support/texts.ts'

/** Screens that come in parts of their own take their time on a busy machine. */
const expect = soonExpected.configure({ timeout: 20_000 })
const { open } = prepareShell()
const circuit = readTexts('fr-FR', 'circuit')
const buybacks = readTexts('fr-FR', 'buyback')
const errors = readTexts('fr-FR', 'errors')
const common = readTexts('fr-FR', 'common')

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Adds something by its type and name; its form opens. */
async function add(page: Page, what: string, type: string, nameLabel: string, name: string): Promise<void> {
  await press(page, circuit(`add.${what}`))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: circuit('add.confirm') }).click()
  await expect(dialog.getByText(circuit('add.typeMissing'))).toBeVisible()
  await dialog.getByRole('combobox', { name: circuit('add.type') }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
  await dialog.getByRole('textbox', { name: nameLabel }).fill(name)
  await dialog.getByRole('button', { name: circuit('add.confirm') }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function duplicateAndArchive(page: Page, name: string): Promise<void> {
  const copy = `${name} (copie)`
  await press(page, `${circuit('row.duplicate')} ${name}`)
  await expect(page.getByRole('heading', { level: 1, name: copy })).toBeVisible()
  await press(page, common('action.cancel'))
  await expect(rowOf(page, copy)).toContainText(circuit('status.disabled'))
  await press(page, `${circuit('row.archive')} ${copy}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: circuit('row.archive') })
    .click()
  await expect(rowOf(page, copy)).toHaveCount(0)
  await expect(rowOf(page, name)).toHaveCount(1)
}

test('circuits, payment modes and shipping methods are added, duplicated and archived (CIRC-01 to CIRC-18, O12, O20)', async ({
  browser,
}) => {
  const { context, page } = await open(browser)
  await signIn(page, 'admin', '/circuits')
  await add(page, 'circuit', buybacks('circuitType.web_post'), circuit('form.name'), 'Envoi express')
  await expect(page.getByText(circuit('carrier.missing'))).toBeVisible()
  await page.getByRole('switch', { name: circuit('form.enabled') }).check({ force: true })
  await press(page, circuit('form.save'))
  await expect(page.getByRole('alert')).toContainText(errors('CIRCUIT_CARRIER_MISSING'))
  await page.getByRole('switch', { name: circuit('carrier.ownLabel') }).check({ force: true })
  await press(page, circuit('form.save'))
  await expect(page.getByRole('alert')).toContainText(errors('CIRCUIT_NO_PAYMENT_MODE'))
  await page.getByRole('checkbox', { name: 'Virement bancaire', exact: true }).check()
  await page.getByRole('checkbox', { name: 'En ligne, envoi postal', exact: true }).check()
  await press(page, circuit('form.save'))
  await expect(rowOf(page, 'Envoi express')).toContainText(circuit('status.enabled'))
  await expect(rowOf(page, 'Envoi express')).toContainText(circuit('list.noCategory'))
  await duplicateAndArchive(page, 'Envoi express')

  await navigateInApp(page, '/paymentModes')
  await add(page, 'mode', circuit('mode.types.voucher'), circuit('mode.label'), 'Bon de Noël')
  await page.getByRole('switch', { name: circuit('mode.active') }).check({ force: true })
  await press(page, circuit('form.save'))
  await expect(rowOf(page, 'Bon de Noël')).toContainText(circuit('status.enabled'))
  await duplicateAndArchive(page, 'Bon de Noël')

  await navigateInApp(page, '/shippingMethods')
  await add(page, 'method', buybacks('circuitType.web_post'), circuit('form.description'), 'Par la poste lente')
  await keepPictures(page, 'shipping-method', ['phone'])
  await page.getByRole('switch', { name: circuit('method.active') }).check({ force: true })
  await press(page, circuit('form.save'))
  await expect(rowOf(page, 'Par la poste lente')).toContainText(circuit('status.enabled'))
  await duplicateAndArchive(page, 'Par la poste lente')
  await keepPictures(page, 'shipping-methods', ['phone'])
  await context.close()
})
