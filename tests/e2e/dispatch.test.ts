import { expect, test, type Page } from 'playwright/test'
import { navigateInApp } from '#tests/support/go-within.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { prepareApp } from '#tests/support/prepare-app.ts'
import { signInOn, startHandheld } from '#tests/support/handheld.ts'
import { axeFaults } from '#tests/support/axe-audit.ts'
import { takePicture } from '#tests/support/pictures.ts'

let app: AppServer

prepareApp(600, (started) => (app = started))

const desk = { width: 1280, height: 800 }
const titles = (page: Page) =>
  page.getByRole('region', { name: 'Règles, dans l’ordre' }).locator('[data-rule] a').allTextContents()
const storedTitles = async () =>
  (
    await app.owner.query<{ title: string }>(
      `select r.title from warehouse_dispatch_rule r join user_account u on u.account_id = r.account_id
        where u.email = 'store_manager@demo.example' order by r.position`,
    )
  ).rows.map(({ title }) => title)
const isGeographic = async () =>
  (
    await app.owner.query<{ geo: boolean }>(
      `select d.is_geographic as geo from warehouse_dispatch d
        join user_account u on u.account_id = d.account_id where u.email = 'store_manager@demo.example'`,
    )
  ).rows[0]?.geo

test('rules are written, ordered, tried and deleted, the geographic criterion is kept, and transports are exported (EXP-20)', async () => {
  await app.owner.query(
    `insert into transport (account_id, id, buyback_id, item_id, order_link, created_at)
      select i.account_id, gen_random_uuid(), i.buyback_id, i.id,
        case when row_number() over (order by i.id) % 2 = 0 then 'https://carrier.example/' || i.identification_number end,
        now() - row_number() over (order by i.id) * interval '1 day'
      from item i join user_account u on u.account_id = i.account_id
      where u.email = 'store_manager@demo.example' order by i.id limit 25`,
  )
  const device = await startHandheld({ baseURL: app.url, viewport: desk })
  try {
    const page = device.page()
    await signInOn(page, 'admin', '/warehouse-dispatch')
    await expect(page.getByRole('link', { name: 'Ordinateurs et tablettes' })).toBeVisible()
    await takePicture(page, `dispatch-1280.png`)
    expect(await axeFaults(page)).toEqual([])
    const [first, second, third] = await titles(page)

    // By keyboard, on the grip.
    await page.getByRole('button', { name: `Déplacer ${first}` }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => titles(page)).toEqual([second, first, third])
    await expect.poll(storedTitles).toEqual([second, first, third])
    // By its arrow.
    await page.getByRole('button', { name: `Monter ${third}` }).click()
    await expect.poll(storedTitles).toEqual([second, third, first])
    await expect.poll(() => titles(page)).toEqual([second, third, first])
    // By drag.
    await page.getByRole('button', { name: `Déplacer ${first}` }).scrollIntoViewIfNeeded()
    const grip = await page.getByRole('button', { name: `Déplacer ${first}` }).boundingBox()
    const top = await page.locator('[data-rule]').first().boundingBox()
    await page.mouse.move(grip!.x + 10, grip!.y + 10)
    await page.mouse.down()
    // The lower edge, which no header of the page covers.
    await page.mouse.move(top!.x + 40, top!.y + top!.height - 10, { steps: 5 })
    await page.mouse.move(top!.x + 40, top!.y + top!.height - 30, { steps: 5 })
    await page.mouse.up()
    await expect.poll(storedTitles).toEqual([first, second, third])

    await page.getByRole('link', { name: 'Ajouter une règle' }).click()
    await expect(page).toHaveURL(/warehouse-dispatch-rule\/new/)
    await expect(page.getByLabel('Titre')).toBeVisible()
    await takePicture(page, `dispatch-rule-1280.png`)
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('Titre').fill('Fairphone')
    const condition = page.getByRole('group', { name: 'Condition 1' })
    await condition.getByLabel('Valeur').fill('Fairphone')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Entrepôts de destination' }).click()
    await page.getByRole('option', { name: 'Atelier Lille' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(page).toHaveURL(/warehouse-dispatch\?/)
    await expect.poll(() => titles(page)).toEqual([first, second, third, 'Fairphone'])

    // The trial is the rule that the product itself asks.
    const trial = page.getByRole('region', { name: 'Essayer' })
    await expect(trial.getByRole('status')).toContainText('par défaut')
    await trial.getByRole('combobox', { name: 'État déclaré' }).click()
    await page.getByRole('option', { name: 'Grade A' }).click()
    await trial.getByRole('combobox', { name: 'Marque' }).fill('Apple')
    await page.getByRole('option', { name: 'Apple', exact: true }).click()
    await expect(trial.getByRole('status')).toContainText('par la règle « Apple, sauf pour pièces »')

    await page.getByRole('link', { name: 'Fairphone' }).click()
    await expect(page.getByRole('textbox', { name: 'Titre' })).toHaveValue('Fairphone')
    await page.getByRole('button', { name: 'Supprimer la règle' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer la règle' }).click()
    await expect.poll(storedTitles).toEqual([first, second, third])

    const geographic = page.getByRole('switch', { name: 'Critère géographique' })
    await expect(geographic).toBeChecked()
    await geographic.click({ force: true })
    await expect(geographic).not.toBeChecked()
    await expect.poll(isGeographic).toBe(false)

    await navigateInApp(page, '/transports-list')
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(11)
    await takePicture(page, `transports-1280.png`)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Lien de commande' }).click()
    await page.getByRole('option', { name: 'Avec lien' }).click()
    await expect(page).toHaveURL(/link=with/)
    await expect(rows.nth(1).getByRole('link', { name: /Ouvrir la commande/ })).toHaveAttribute(
      'href',
      /^https:\/\/carrier\.example\//,
    )
    await expect(page.getByText(/^1[0-9] résultats/)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Exporter en CSV' }).click()
    const stream = await (await download).createReadStream()
    let csv = ''
    for await (const chunk of stream) csv += String(chunk)
    expect(csv.split('\r\n')[0]).toBe('id,createdAt,buybackNumber,packageNumber,orderLink,deliveryStatus,labelState')
    expect(
      csv
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .every((line) => line.includes('https://carrier.example/')),
    ).toBe(true)
  } finally {
    await device.close()
  }
})
