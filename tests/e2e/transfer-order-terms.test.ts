import { expect, test } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

test('the terms of transfer orders are written with variables of the list, previewed, saved and taken back (SHELL-28, CIRC-33 to CIRC-35)', async () => {
  test.setTimeout(120_000)
  const device = await startHandheld({ baseURL: app.url, viewport: officeSizes.desk })
  try {
    const page = device.page()
    await signInOn(page, 'root_management_unit_manager', '/settings/transfer-order')
    await expect(page.locator('nav').getByText('Premium')).toBeVisible()
    const terms = page.getByRole('textbox', { name: 'Conditions de la cession' })
    await expect(terms).toHaveValue(/Je soussigné/)
    await keepPictures(page, 'transfer-order-terms')
    await terms.fill('Prix : ')
    await terms.press('End')
    await page.getByRole('combobox', { name: 'Insérer une variable' }).click()
    await expect(page.getByRole('option')).toHaveCount(10)
    await page.getByRole('option', { name: 'Prix total' }).click()
    await expect(terms).toHaveValue('Prix : {{total_price}}')
    await expect(terms).toBeFocused()
    await page.keyboard.type(', payé à {{nom}}')
    const paper = page.getByRole('group', { name: 'Aperçu' })
    await expect(paper).toHaveText(/^Prix : 125,00\s€, payé à \{\{nom\}\}$/)
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('Choisissez les variables dans la liste. Inconnues ici : {{nom}}')).toBeVisible()
    await terms.fill('Prix : {{total_price}}, payé à {{customer_lastname}}')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Les modifications ont été enregistrées.' })).toBeVisible()
    await page.reload()
    await expect(terms).toHaveValue('Prix : {{total_price}}, payé à {{customer_lastname}}')

    // Somebody else was faster: what was typed stays until it is given up.
    await app.owner.query('update organization_root_detail set cart_min_value = cart_min_value')
    await terms.fill('Un texte de plus.')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('alert')).toContainText('Quelqu’un a modifié ces données')
    await expect(terms).toHaveValue('Un texte de plus.')
    await page.getByRole('button', { name: 'Recharger' }).click()
    await expect(terms).toHaveValue('Prix : {{total_price}}, payé à {{customer_lastname}}')

    await page.getByRole('button', { name: 'Revenir au texte standard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revenir au texte standard' }).click()
    await expect(page.getByText('portent le texte standard, dans la langue du client')).toBeVisible()
  } finally {
    await device.close()
  }
})
