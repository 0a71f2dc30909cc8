import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { estimate } from '#domain/catalog/estimate.ts'
import { cleanHtml } from '#api/db/html/clean-html.ts'
import { newId } from '#api/db/new-id.ts'
import { insertRows } from '#api/db/demo/insert-rows.ts'
import type {
  HomeWidget,
  PublicCategory,
  PublicHome,
  PublicProduct,
  PublicProducts,
  PublicStore,
} from '#sync/calls/public-catalog.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let world: PublicWorld
let change: PublicWorld['change']
let features: PublicWorld['features']
let refusal: PublicWorld['refusal']

beforeAll(async () => {
  world = await createPublicWorld()
  ;({ change, features, refusal } = world)
})
afterAll(() => world.close())

describe('the public home', () => {
  it('shows its widgets in order, with published products alone and harmless HTML', async () => {
    const [html, featured, empty, banner] = [newId(), newId(), newId(), newId()]
    const common = { account_id: world.accountId, created_at: new Date().toISOString(), version: 1 }
    const products = [world.products['IP14'], world.products['S21']]
    const draft = await world.addProduct({ reference: 'D', label: 'Draft', brand: 'None', category: 'cameras' })
    await change(`update product set status = 'draft' where account_id = $1 and id = $2`, draft)
    const page = `<h2 onclick="steal()">Bonjour</h2><script>steal()</script><a href="javascript:steal()">x</a>
      <img src="https://shop.example/a.png" onerror="steal()"><iframe src="https://evil.example"></iframe>
      <img src="/api/pictures/own"><img src="https://unlisted.example/b.png"><img src="//shop.example/c.png">`
    await change(`update account set image_hosts = '{shop.example}' where id = $1`)
    for (const row of [
      { id: banner, position: 1, type: 'search_banner', title: 'Combien ?', text: 'Cherchez.', image: '/b.webp' },
      { id: html, position: 2, type: 'html', html: cleanHtml(page) },
      { id: featured, position: 3, type: 'featured_products', title: 'Top' },
      { id: empty, position: 4, type: 'featured_products', title: 'Vide' },
    ])
      await insertRows(world.owner, 'home_widget', [{ ...common, ...row }])
    await insertRows(
      world.owner,
      'home_widget_product',
      [...products, draft].map((product_id, at) => ({
        account_id: world.accountId,
        widget_id: featured,
        product_id,
        position: at + 1,
      })),
    )
    const { widgets } = await world.read<{ widgets: readonly HomeWidget[] }>('/api/public/home')
    expect(widgets.map(({ id }) => id)).toEqual([banner, html, featured])
    expect(widgets[0]).toEqual({
      id: banner,
      type: 'search_banner',
      title: 'Combien ?',
      text: 'Cherchez.',
      image: '/b.webp',
      imageAlt: null,
    })
    const shown = JSON.stringify(widgets[1])
    expect(shown).toContain('<h2>Bonjour</h2>')
    expect(shown).toContain('https://shop.example/a.png')
    expect(shown).not.toMatch(/steal|script|iframe|onerror/)
    // Only what the rules of the page let be shown.
    expect(shown).toContain('/api/pictures/own')
    expect(shown).not.toMatch(/unlisted|c\.png/)
    expect(widgets[2]?.type === 'featured_products' && widgets[2].products.map(({ slug }) => slug)).toEqual([
      'apple-iphone-14',
      'samsung-galaxy-s21',
    ])
  })
})

describe('the categories', () => {
  it('are those that lead to published products, parents first, each product counted once (PUB-10)', async () => {
    await change(
      `insert into product_category (account_id, product_id, category_id) values ($1, $2, $3)`,
      world.products['IP13'],
      world.categories['telephonie'],
    )
    const { categories } = await world.read<{ categories: readonly PublicCategory[] }>('/api/public/categories')
    expect(categories.map(({ slug, productCount }) => [slug, productCount])).toEqual([
      ['telephonie', 5],
      ['smartphones', 5],
      ['audio', 2],
      ['ecouteurs', 1],
      ['kopfhoerer', 1],
      ['boormachines', 1],
      ['cameras', 1],
    ])
    expect(categories[1]).toMatchObject({
      parentId: world.categories['telephonie'],
      path: [{ slug: 'telephonie' }, { slug: 'smartphones' }],
    })
  })

  it('leave out archived ones with everything below', async () => {
    await change(`update category set status = 'archived' where account_id = $1 and identifier = 'audio'`)
    const { categories } = await world.read<{ categories: readonly PublicCategory[] }>('/api/public/categories')
    await change(`update category set status = 'active' where account_id = $1 and identifier = 'audio'`)
    expect(categories.map(({ slug }) => slug)).not.toContain('ecouteurs')
  })

  it('are closed to visitors where the account does not let them browse', async () => {
    const enable = (enabled: boolean) =>
      change('update organization_root_detail set category_navigation_enabled = $2 where account_id = $1', enabled)
    await enable(false)
    const found = await refusal('/api/public/categories')
    await enable(true)
    expect(found).toEqual([404, 'CATEGORY_NAVIGATION_DISABLED'])
  })
})

describe('a product', () => {
  const pathOf = (id: string | undefined) => `/api/public/products/${id}`

  it('brings what the wizard asks and prices on the spot', async () => {
    const [question, good, bad] = [newId(), newId(), newId()]
    await change(
      `insert into question (account_id, id, title, how_to_test, description) values ($1, $2, 'Écran ?', 'Lampe', 'Dit')`,
      question,
    )
    await change(
      `insert into answer (account_id, id, question_id, position, name, best_grade, impact_type, impact_value,
         impact_cap_cents) values ($1, $2, $4, 1, 'Bon', 'grade_a', 'none', 0, null),
         ($1, $3, $4, 2, 'Rayé', 'grade_b', 'percentage', -10, -1000)`,
      good,
      bad,
      question,
    )
    await change(
      'insert into category_question (account_id, category_id, question_id, position) values ($1, $2, $3, 1)',
      world.categories['smartphones'],
      question,
    )
    const product = await world.read<PublicProduct>(pathOf(world.products['IP13']))
    expect(product).toMatchObject({
      slug: 'apple-iphone-13',
      model: 'A2633',
      reference: 'IP13',
      simple: false,
      imeiCollect: false,
      tacs: ['35123456'],
      bestPriceCents: 30_000,
      categoryPath: [{ slug: 'telephonie' }, { slug: 'smartphones' }],
      terms: { prices: { grade_a: 30_000, grade_b: 24_000 } },
    })
    const { questions } = product.terms.questionnaire
    expect(questions).toMatchObject([
      { title: 'Écran ?', howToTest: 'Lampe', description: 'Dit', answers: [{ name: 'Bon' }, { name: 'Rayé' }] },
    ])
    const priced = estimate(product.terms, [{ questionId: question, answerId: bad }], 'refused')
    expect(priced.ok && [priced.value.grade, priced.value.priceCents]).toEqual(['grade_b', 23_000])
  })

  it('is worth up to what its answers can add, on its page and in every list', async () => {
    const adds = (type: string, value: number) =>
      change(
        `update answer set impact_type = $2, impact_value = $3 where account_id = $1 and position = 1`,
        type,
        value,
      )
    const found = async () => {
      const list = await world.read<PublicProducts>('/api/public/products?search_product_buyback=A2633')
      const { bestPriceCents } = await world.read<PublicProduct>(pathOf(world.products['IP13']))
      return [bestPriceCents, list['hydra:member'][0]?.bestPriceCents]
    }
    expect(await found()).toEqual([30_000, 30_000])
    await adds('amount', 500)
    expect(await found()).toEqual([30_500, 30_500])
    const { widgets } = await world.read<PublicHome>('/api/public/home')
    const onHome = widgets.flatMap((widget) => (widget.type === 'featured_products' ? widget.products : []))
    expect(onHome.find(({ slug }) => slug === 'apple-iphone-14')?.bestPriceCents).toBe(30_500)
    await adds('none', 0)
  })

  it('stands in its list by the price that is shown of it', async () => {
    const listed = async (direction: 'asc' | 'desc') => {
      const address = `/api/public/products?search_product_buyback=sony&order[price]=${direction}`
      return (await world.read<PublicProducts>(address))['hydra:member'].map(({ bestPriceCents }) => bestPriceCents)
    }
    expect([await listed('asc'), await listed('desc')]).toEqual([
      [6500, 14_000],
      [14_000, 6500],
    ])
    const id = newId()
    await change('insert into question (account_id, id, title) values ($1, $2, $3)', id, 'Complet ?')
    await change('insert into category_question values ($1, $2, $3, 9)', world.categories['kopfhoerer'], id)
    await change(
      `insert into answer (account_id, id, question_id, position, name, best_grade, impact_type, impact_value)
       values ($1, $2, $3, 1, 'Peu importe', 'grade_a', 'amount', -10000)`,
      newId(),
      id,
    )
    expect([await listed('asc'), await listed('desc')]).toEqual([
      [4000, 6500],
      [6500, 4000],
    ])
    await change('delete from category_question where account_id = $1 and question_id = $2', id)
  })

  it('keeps its frozen questions until they change, and then has new ones', async () => {
    const read = async () => (await world.read<PublicProduct>(pathOf(world.products['IP13']))).terms.questionnaire
    const first = await read()
    expect(first.id).not.toBe('')
    expect((await read()).id).toBe(first.id)
    const sibling = await world.read<PublicProduct>(pathOf(world.products['S21']))
    expect(sibling.terms.questionnaire.id).toBe(first.id)
    await change(`update answer set name = 'Très bon' where account_id = $1 and position = 1`)
    const both = await Promise.all([read(), read(), read()])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect(both[0]!.id).not.toBe(first.id)
    await change(`update answer set name = 'Bon' where account_id = $1 and position = 1`)
    const back = await read()
    expect([back.id === first.id, back.questions]).toEqual([false, first.questions])
    expect((await read()).id).toBe(back.id)
  })

  it('that is simple asks nothing', async () => {
    const prices = { functional: 5_000 }
    const id = await world.addProduct({
      reference: 'SIM',
      label: 'Chargeur',
      brand: 'Anker',
      category: 'smartphones',
      prices,
      row: { simple: true },
    })
    const { terms } = await world.read<PublicProduct>(pathOf(id))
    expect(terms).toEqual({ productId: id, simple: true, prices, questionnaire: { id: '', questions: [] } })
    expect(estimate(terms, [], 'refused')).toMatchObject({ ok: true, value: { priceCents: 5_000 } })
  })

  it('asks for the IMEI only with the premium feature', async () => {
    await change('update product set imei_collect = true where account_id = $1 and id = $2', world.products['IP13'])
    expect((await world.read<PublicProduct>(pathOf(world.products['IP13']))).imeiCollect).toBe(false)
    await features('imei_search_and_collect')
    expect((await world.read<PublicProduct>(pathOf(world.products['IP13']))).imeiCollect).toBe(true)
    await features()
    expect(await refusal('/api/public/products?imei=351234560000004')).toEqual([403, 'IMEI_SEARCH_DISABLED'])
  })

  it('that is unknown, of another account, or not published says which', async () => {
    const id = await world.addProduct({ reference: 'OUT', label: 'Dehors', brand: 'None', category: 'cameras' })
    await change(`update product set status = 'draft' where account_id = $1 and id = $2`, id)
    expect(await refusal(pathOf(id))).toEqual([410, 'PRODUCT_NOT_PUBLISHED'])
    expect(await refusal(pathOf(newId()))).toEqual([404, 'PRODUCT_NO_LONGER_EXISTS'])
    expect(await refusal(pathOf('nonsense'))).toEqual([404, 'REQUEST_NOT_FOUND'])
    const token = await visitorToken(world.api, 'https://other.example/')
    const headers = { authorization: `Bearer ${token}` }
    const foreign = await world.api.request(pathOf(world.products['IP13']), { headers })
    expect(await foreign.json()).toMatchObject({ code: 'PRODUCT_NO_LONGER_EXISTS' })
  })
})

describe('the stores', () => {
  const stores = async (query = '') =>
    (await world.read<{ 'hydra:member': readonly PublicStore[] }>(`/api/public/stores${query}`))['hydra:member']

  it('are the active ones of the account, the nearest first where a place is given (PUB-21)', async () => {
    const place = (name: string, latitude: number, longitude: number) =>
      change(
        `update organization set latitude = $3, longitude = $4, country = 'FR' where account_id = $1 and common_name = $2`,
        name,
        latitude,
        longitude,
      )
    await place('North store', 50.63, 3.06)
    await place('South store', 43.3, 5.37)
    expect((await stores()).map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['North store', null],
      ['South store', null],
    ])
    const near = await stores('?lat=43.6&lon=3.88')
    expect(near.map(({ name }) => name)).toEqual(['South store', 'North store'])
    expect(near[0]?.distanceKm).toBeCloseTo(125, 0)
    expect(await stores('?country=BE')).toEqual([])
    const hours = { days: [{ day: 1, opens: '09:00', closes: '19:00' }], closedOn: ['2026-12-25'] }
    await change(
      `update organization set phone = '+33 3 20 00 00 00', directions_url = 'https://maps.example/north',
         opening_hours = $2, time_zone = 'America/Martinique' where account_id = $1 and common_name = 'North store'`,
      JSON.stringify(hours),
    )
    expect(await stores()).toMatchObject([
      {
        phone: '+33 3 20 00 00 00',
        directionsUrl: 'https://maps.example/north',
        openingHours: hours,
        timeZone: 'America/Martinique',
      },
      { phone: null, directionsUrl: null, openingHours: null, timeZone: 'Europe/Paris' },
    ])
    expect(await refusal('/api/public/stores?lat=43.6')).toEqual([422, 'REQUEST_INVALID'])
    await change(`update organization set status = 'inactive' where account_id = $1 and common_name = 'South store'`)
    expect((await stores()).map(({ name }) => name)).toEqual(['North store'])
  })
})

describe('texts and settings', () => {
  const legal = (document: string) =>
    world.read<{ html: string | null; sellerSupportEmail: string | null }>(`/api/public/legal/${document}`)

  it('are harmless HTML, plain text in paragraphs, the address of the support filled in (PUB-08)', async () => {
    await change(
      `update organization_root_detail set eula = $2, service_terms = $3, no_search_result_description = $4,
         seller_support_email = 'aide@shop.example' where account_id = $1`,
      cleanHtml('<h1>Droits</h1><script>steal()</script><p style="x">Texte</p>'),
      'Première ligne\nsuite\n\nAutre & <fin',
      'Écrivez à {email} ou <a href="mailto:{email}">{email}</a>',
    )
    expect((await legal('eula')).html).toBe('<h1>Droits</h1><p>Texte</p>')
    expect((await legal('service-terms')).html).toBe('<p>Première ligne<br />suite</p><p>Autre &amp; &lt;fin</p>')
    const link = '<a href="mailto:aide@shop.example">aide@shop.example</a>'
    expect(await legal('no-search-result')).toEqual({
      document: 'no-search-result',
      language: 'fr-FR',
      html: `Écrivez à ${link} ou ${link}`,
      sellerSupportEmail: 'aide@shop.example',
      file: null,
    })
    await change(`update account set cookies_policy = 'Cookies' where id = $1`)
    expect((await legal('cookies-policy')).html).toBe('<p>Cookies</p>')
    expect((await legal('buyback-zero')).html).toBeNull()
    expect((await legal('faq-and-contact')).html).toBeNull()
    expect(await refusal('/api/public/legal/secret')).toEqual([404, 'REQUEST_NOT_FOUND'])
  })

  it('name the active premium features, all or those that are asked for', async () => {
    await change(
      `update organization_root_detail set enabled_premium_features = '{multi_product_cart,payment_bonus}' where account_id = $1`,
    )
    const active = async (query = '') =>
      (
        await world.read<{ premiumFeatures: string[] }>(
          `/api/organizations/launch-generic-premium-feature-connector${query}`,
        )
      ).premiumFeatures
    expect(await active()).toEqual(['multi_product_cart', 'payment_bonus'])
    expect(await active('?action=list&values[]=payment_bonus&values[]=absorption')).toEqual(['payment_bonus'])
    expect(await refusal('/api/organizations/launch-generic-premium-feature-connector?action=other')).toEqual([
      422,
      'REQUEST_INVALID',
    ])
  })

  it('of the white label have the names of the specification (PUB-44)', async () => {
    const read = async () =>
      (await world.api.request('/api/white-label/config', { headers: { host: 'retailer.example' } })).json()
    await change(
      `update account set tag_manager_id = 'GTM-ABC123', consent_tool_id = 'c0ffee', cookies_policy = 'Cookies',
         external_website_url = 'https://shop.example/', external_website_text = 'Boutique',
         drop_off_locations_map_enabled = true where id = $1`,
    )
    const all = {
      tagManagerId: 'GTM-ABC123',
      axeptioId: 'c0ffee',
      externalWebsiteLink: { url: 'https://shop.example/', text: 'Boutique' },
      dropOffLocationsMapEnabled: true,
      cookiesPolicy: 'Cookies',
    }
    expect(await read()).toEqual(all)
    await change(`update account set external_website_text = null, consent_tool_id = null where id = $1`)
    expect(await read()).toEqual({ ...all, axeptioId: null, externalWebsiteLink: null })
  })

  it('of buyback and cart have the names of the specification (CART-15)', async () => {
    await change(
      'update organization_root_detail set customer_identity_document_required = true, cart_min_value = 1500 where account_id = $1',
    )
    expect(await world.read('/api/buyback-settings')).toEqual({
      customer_identity_document_required: true,
      cart_min_value: 1500,
    })
  })
})
