import { expect, test, type Page } from 'playwright/test'
import { navigateInApp } from '#tests/support/go-within.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { signInOn, startHandheld, type Handheld } from '#tests/support/handheld.ts'
import { takePicture } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

const desk = { width: 1280, height: 800 }
const isOfDemo = `account_id = (select account_id from user_account where email = 'store_manager@demo.example')`
const stored = async (query: string): Promise<Record<string, unknown>> =>
  (await app.owner.query<Record<string, unknown>>(query)).rows[0]!
const names = (page: Page) => page.getByRole('row').getByRole('link').allTextContents()

async function on(name: string, work: (page: Page, device: Handheld) => Promise<void>): Promise<void> {
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    await signInOn(device.page(), name)
    await work(device.page(), device)
  } finally {
    await device.close()
  }
}

test('circuits and payment modes are found, opened and changed (CIRC-01, CIRC-02, CIRC-05, CIRC-06, CIRC-10, CIRC-11, CIRC-18, CAT-19, SHELL-24)', async () => {
  test.setTimeout(180_000)
  await app.owner.query(
    `update organization_root_detail set enabled_premium_features = array_append(enabled_premium_features, 'payment_bonus')
      where ${isOfDemo} and not 'payment_bonus' = any (enabled_premium_features)`,
  )
  await on('root_management_unit_manager', async (page) => {
    await page.getByRole('navigation').getByRole('button', { name: 'Configuration' }).click()
    await page.getByRole('link', { name: 'Circuits de distribution' }).click()
    await expect.poll(() => names(page)).toHaveLength(7)
    await takePicture(page, `circuits-1280.png`)
    expect(await axeFaults(page)).toEqual([])

    // The filters stand in the address, and come back with it.
    await page.getByRole('combobox', { name: 'Canal' }).click()
    await page.getByRole('option', { name: 'Web' }).click()
    await page.getByRole('searchbox', { name: 'Circuit ou catégorie' }).fill('postal')
    await page.keyboard.press('Enter')
    await expect.poll(() => names(page)).toEqual(['En ligne, envoi postal'])
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['En ligne, envoi postal'])

    await page.getByRole('button', { name: 'Modifier En ligne, envoi postal' }).click()
    await expect(page.getByRole('heading', { name: 'En ligne, envoi postal' })).toBeVisible()
    const description = page.getByRole('textbox', { name: 'Description', exact: true })
    await description.fill('<b>Vite</b>')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('La description ne peut pas contenir de HTML.')).toBeVisible()
    await expect(description).toBeFocused()
    await description.fill('Expédiez sous 14 jours.')
    for (let count = 5; count <= 6; count++) await page.getByRole('button', { name: 'Ajouter une instruction' }).click()
    await expect(page.getByRole('button', { name: 'Ajouter une instruction' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Instruction 5' }).fill('Gardez la preuve de dépôt.')
    await page.getByRole('button', { name: 'Retirer l’instruction 6' }).click()
    await page.getByRole('button', { name: 'Monter l’instruction 5' }).click()
    const posted = page.getByRole('group', { name: 'En ligne, envoi postal' })
    await posted.getByRole('textbox', { name: 'Frais' }).fill('-3')
    await page.getByRole('combobox', { name: 'Mode' }).click()
    await page.getByRole('option', { name: 'Pourcentage' }).click()
    await page.getByRole('textbox', { name: 'Pourcentage' }).fill('5')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Saisissez le plafond : un circuit en demande un.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Plafond' }).fill('20')
    await expect(page.getByText('Pour une estimation de 100,00 € : +5,00 €')).toBeVisible()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Les modifications ont été enregistrées.')).toBeVisible()
    expect(
      await stored(`select c.description, c.modifier_type, c.modifier_value, c.modifier_cap_cents, s.modifier_value as fee,
          (select array_agg(i.label order by i.sequence) from circuit_instruction i where i.circuit_id = c.id) as labels
        from circuit c join circuit_shipping_method x on x.circuit_id = c.id
        join shipping_method s on s.id = x.shipping_method_id where c.${isOfDemo} and c.type = 'web_post'`),
    ).toMatchObject({
      description: 'Expédiez sous 14 jours.',
      modifier_type: 'percentage',
      modifier_value: 5,
      modifier_cap_cents: 2000,
      fee: -300,
      labels: [
        expect.any(String),
        expect.any(String),
        expect.any(String),
        'Gardez la preuve de dépôt.',
        expect.any(String),
      ],
    })

    // A circuit that categories use stays on; those are named.
    await page.getByRole('link', { name: 'En ligne, envoi postal' }).click()
    await page.getByRole('switch', { name: 'Circuit actif' }).uncheck({ force: true })
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    const refusal = page.getByRole('alert')
    await expect(refusal).toContainText('Ce circuit est utilisé par des catégories')
    await expect(refusal.getByRole('listitem').first()).toContainText('Catégorie')
    await takePicture(page, `circuit-1280.png`)
    expect(await axeFaults(page)).toEqual([])

    // Taken from all of them, it goes.
    const pills = page.locator('form .mantine-Pill-root')
    const countries = 3
    await page.getByRole('combobox', { name: 'Catégories' }).focus()
    while ((await pills.count()) > countries) await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Les modifications ont été enregistrées.')).toBeVisible()
    const row = page.getByRole('row', { name: 'En ligne, envoi postal' })
    await expect(row).toContainText('Aucune catégorie')
    await expect(row).toContainText('Inactif')
    // A payment mode gets another bonus.
    await navigateInApp(page, '/paymentModes')
    await expect.poll(() => names(page)).toContain('Carte cadeau')
    await expect(page.getByRole('row', { name: 'Carte cadeau' }).first()).toContainText('plafond')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Modifier Carte cadeau' }).click()
    await expect(page.getByRole('heading', { name: 'Carte cadeau' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Pourcentage' }).fill('15')
    await page.getByRole('textbox', { name: 'Plafond' }).fill('60')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Les modifications ont été enregistrées.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Carte cadeau' }).first()).toContainText(/\+15\s%, plafond 60,00\s€/)
  })
})
