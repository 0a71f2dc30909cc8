import { expect, test } from 'playwright/test'
import { navigateInApp } from '#tests/support/go-within.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { expectSoundScreen } from '#tests/support/screen-audit.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'
import { prepareWorkshop } from '#tests/support/workshop.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { app, product, ready } = prepareWorkshop()

test('a manager writes a step and a question, and the workshop’s devices ask it', async () => {
  test.setTimeout(180_000)
  const operator = await ready('warehouse_operator')
  const office = await startHandheld({ baseURL: app().url, viewport: { width: 1280, height: 800 } })
  try {
    const page = office.page()
    await signInOn(page, 'warehouse_manager', '/refurb-steps')
    await expect(page.getByRole('row', { name: /Effacement des données/ })).toBeVisible()
    await takePicture(page, 'refurb-steps-1280.png')
    await page.getByRole('link', { name: 'Créer une étape' }).click()
    await expect(page.getByRole('heading', { name: 'Créer une étape', level: 1 })).toBeVisible()
    await expectSoundScreen(page, 'step form')
    await page.getByRole('textbox', { name: 'Nom' }).fill('Gravure laser')
    await page.getByRole('combobox', { name: 'Stock' }).click()
    await page.getByRole('option', { name: 'Établi réparation' }).first().click()
    const cost = page.getByRole('textbox', { name: 'Atelier Lyon' })
    await cost.fill('12,50')
    await expect(cost).toHaveValue('12,50')
    await takePicture(page, 'refurb-step-form-1280.png')
    await page.getByRole('button', { name: 'Créer une étape' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'La création a bien été enregistrée.' })).toBeVisible()
    await page.getByLabel('Rechercher une étape').fill('laser')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Gravure laser/ })).toContainText('12,50')

    await navigateInApp(page, '/refurb-diagnosis-questions')
    await expect(page.getByRole('row', { name: /Santé de la batterie/ })).toBeVisible()
    await takePicture(page, 'refurb-questions-1280.png')
    await page.getByRole('link', { name: 'Créer une question' }).click()
    // The list has a column of that name, and a key pressed there is one of its shortcuts.
    await page.getByRole('textbox', { name: 'Intitulé' }).fill('Marquage demandé ?')
    await page.getByRole('textbox', { name: 'Réponse 1' }).fill('Oui')
    await page.getByRole('textbox', { name: 'Réponse 2' }).fill('Non')
    await page.getByRole('combobox', { name: 'Étapes liées' }).first().click()
    await page.getByRole('option', { name: 'Gravure laser' }).click()
    await page.keyboard.press('Escape')
    await takePicture(page, 'refurb-question-form-1280.png')
    await expectSoundScreen(page, 'question form')
    await page.getByRole('button', { name: 'Créer une question' }).click()
    await expect(page.getByRole('row', { name: /Marquage demandé/ })).toContainText('Gravure laser')
    // Last in the diagnosis, it moves to the front by keyboard and menu alike.
    for (let place = 6; place > 1; place--) {
      await page.getByRole('button', { name: 'Monter Marquage demandé ?' }).click()
      await expect(
        page
          .getByRole('row', { name: /Marquage demandé/ })
          .getByRole('cell')
          .first(),
      ).toHaveText(String(place - 1))
    }

    await navigateInApp(page, '/refurb-steps?q=laser')
    await page.getByRole('button', { name: 'Supprimer Gravure laser' }).click()
    await expect(page.getByRole('dialog')).toContainText('Marquage demandé ?')
    await expectSoundScreen(page, 'an assigned step stays')
    await page.keyboard.press('Escape')

    const item = await product(`status = 'item_completed'`)
    const floor = operator.page()
    await navigateInApp(floor, '/refurb-diagnosis/start')
    await expect(floor.getByRole('heading', { name: 'Scannez le produit à diagnostiquer' })).toBeVisible()
    await typeAsScanner(floor, item.code)
    await expect(floor.getByRole('heading', { name: 'Marquage demandé ?' })).toBeVisible({ timeout: 40_000 })
    await expect(floor.getByText('Question 1 sur 6')).toBeVisible()

    await navigateInApp(page, '/refurb-diagnosis-questions')
    await page.getByRole('button', { name: 'Autres actions Marquage demandé ?' }).click()
    await page.getByRole('menuitem', { name: 'Supprimer' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSoundScreen(page, 'delete a question')
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await expect(page.getByRole('row', { name: /Marquage demandé/ })).toBeHidden()
    await expect(floor.getByText('Question 1 sur 5')).toBeVisible({ timeout: 40_000 })
  } finally {
    await operator.close()
    await office.close()
  }
})
