import { expect, test } from 'playwright/test'
import type { AppServer } from '#tests/support/app-server.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { pngOf, sized } from '#tests/support/picture-files.ts'
import { keepPictures, officeSizes } from '#tests/support/pictures.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

test('the public home is written, ordered by keyboard, checked, and seen by visitors at once (SET-17 to SET-24)', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const device = await startHandheld({ baseURL: app.url, viewport: officeSizes.desk })
  const customer = await browser.newContext({ baseURL: app.url, locale: 'fr-FR' })
  try {
    const page = device.page()
    await signInOn(page, 'root_management_unit_manager', '/home/edit')
    await expect(page.getByRole('link', { name: 'Page d’accueil' })).toHaveAttribute('aria-current', 'page')
    // The dashboard’s address is the beginning of this one, and is not this one.
    await expect(page.locator('nav [aria-current=page]')).toHaveText(['Page d’accueil', 'Page d’accueil'])
    const parts = page.getByRole('region', { name: 'Blocs' })
    const names = () => parts.getByRole('heading', { level: 3 }).allTextContents()
    await expect.poll(names).toHaveLength(4)
    await keepPictures(page, 'home-editor', ['phone'])

    await page.getByLabel('Titre pour les moteurs de recherche').fill('R')
    const banner = page.getByRole('group', { name: '1. Bandeau de recherche' })
    await banner.getByRole('textbox', { name: 'Titre du bandeau' }).fill('x'.repeat(51))
    const file = (bytes: Uint8Array) => ({
      name: 'atelier.png',
      mimeType: 'image/png',
      buffer: Buffer.from(bytes),
    })
    const picture = await pngOf(560, 420)
    await banner.locator('input[type=file]').setInputFiles(file(sized(picture, 250_001)))
    await expect(banner.getByText('Ce fichier est trop lourd')).toBeVisible()
    await banner.locator('input[type=file]').setInputFiles(file(picture))
    await page.getByRole('button', { name: 'Ajouter un contenu HTML' }).click()
    const html = page.getByRole('group', { name: '5. Contenu HTML' })
    await html.getByRole('textbox', { name: 'HTML' }).fill('Trop court')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByText('De 2 à 255 caractères.', { exact: true })).toBeVisible()
    await expect(banner.getByText('De 2 à 50 caractères.', { exact: true }).last()).toBeVisible()
    await expect(html.getByText('De 20 à 200 000 caractères.', { exact: true })).toBeVisible()
    await keepPictures(page, 'home-editor-faults', [])

    await page.getByLabel('Titre pour les moteurs de recherche').fill('Reprise de vos appareils')
    await page.getByLabel('Description pour les moteurs de recherche').fill('Estimez, déposez, recevez votre argent.')
    await banner.getByRole('textbox', { name: 'Titre du bandeau' }).fill('Vendez votre téléphone')
    await html.getByRole('textbox', { name: 'HTML' }).fill('<h2>Nos ateliers</h2><script>steal()</script>')
    await html.getByRole('button', { name: 'Voir le rendu' }).click()
    await expect(html.getByRole('region', { name: 'Rendu du contenu HTML' })).toHaveText('Nos ateliers')

    // The new part goes up to the second place, by keyboard alone.
    for (const place of [4, 3, 2]) {
      await page.getByRole('button', { name: `Monter : ${place + 1}. Contenu HTML` }).press('Enter')
      await expect(page.getByRole('status').filter({ hasText: `Contenu HTML : place ${place} sur 5` })).toBeAttached()
    }
    await expect.poll(async () => (await names())[1]).toBe('2. Contenu HTML')

    const featured = page.getByRole('group', { name: '3. Produits mis en avant' })
    const products = featured.getByRole('list', { name: 'Produits du bloc' }).getByRole('listitem')
    const before = await products.count()
    const { rows } = await app.owner.query<{ id: string; label: string }>(
      `select p.id, p.label from product p join user_account u on u.account_id = p.account_id
        where u.email = 'store_manager@demo.example' and p.status = 'published'
          and not exists (select from home_widget_product h where h.product_id = p.id) order by p.label limit 2`,
    )
    for (const [at, { id, label }] of rows.entries()) {
      await featured.getByRole('combobox', { name: 'Ajouter un produit' }).fill(at === 0 ? id : label)
      await page.getByRole('option').filter({ hasText: label }).first().click()
      await expect(products).toHaveCount(before + at + 1)
    }
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Les modifications ont été enregistrées.' })).toBeVisible()
    await keepPictures(page, 'home-editor-saved', [])

    const site = await customer.newPage()
    await site.goto('/home')
    await expect(site).toHaveTitle('Reprise de vos appareils')
    await expect(site.locator('meta[name=description]')).toHaveAttribute(
      'content',
      'Estimez, déposez, recevez votre argent.',
    )
    await expect(site.getByRole('heading', { level: 1 })).toHaveText('Vendez votre téléphone')
    await expect(site.locator('main img').first()).toHaveAttribute('src', /^\/api\/pictures\//)
    await expect(site.getByRole('heading', { name: 'Nos ateliers' })).toBeVisible()
    await expect(site.getByText(rows[0]!.label).first()).toBeAttached()

    await page.getByRole('switch', { name: 'Page active' }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page.getByRole('switch', { name: 'Page active' })).not.toBeChecked()
    await expect
      .poll(async () => {
        await site.reload()
        return site.getByRole('heading', { level: 1 }).textContent()
      })
      .not.toBe('Vendez votre téléphone')
    await expect(site.getByRole('heading', { name: 'Nos ateliers' })).toBeHidden()
  } finally {
    await customer.close()
    await device.close()
  }
})
