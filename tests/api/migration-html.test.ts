import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanedHtml } from '#api/db/migrations/0103-cleaned-html.ts'
import { createSaleWorld, type SaleWorld } from '#tests/support/sale-world.ts'

let world: SaleWorld
beforeAll(async () => {
  world = await createSaleWorld()
})
afterAll(() => world.close())

it('HTML that was stored before is cleaned once, in every language, and plain text is left as it is', async () => {
  const evil = '<p onclick="steal()">Texte</p><script>steal()</script>'
  await world.sql(
    `update organization_root_detail set eula = $1, service_terms = 'Plain & simple',
      translations = jsonb_build_object('de-DE', jsonb_build_object('eula', $1::text))`,
    evil,
  )
  await world.sql('update account set cookies_policy = $1', evil)
  const ask = async (sql: string, values?: readonly unknown[]) => world.sql(sql, ...(values ?? []))
  await cleanedHtml.up(() => Promise.resolve(), ask)
  const read = () =>
    world.sql(`select d.eula, d.service_terms, d.translations, d.version, a.cookies_policy
      from organization_root_detail d join account a on a.id = d.account_id where d.account_id = '${world.accountId}'`)
  const [row] = await read()
  expect(row).toMatchObject({
    eula: '<p>Texte</p>',
    service_terms: 'Plain & simple',
    translations: { 'de-DE': { eula: '<p>Texte</p>' } },
    cookies_policy: '<p>Texte</p>',
  })
  await cleanedHtml.up(() => Promise.resolve(), ask)
  expect(await read()).toEqual([row])
})
