// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { homeTextPicturesMaxBytes } from '#domain/settings/text-picture.ts'
import { typeHolds } from '#domain/access/permission.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import type { HomePageAnswer } from '#sync/calls/home-page.ts'
import type { PublicHome } from '#sync/calls/public-catalog.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { base64Of, pngOf, sized } from '#tests/support/picture-files.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let second: TestApi
let admin: TestSession
let elsewhere: TestSession

const path = '/api/home-page'

beforeAll(async () => {
  world = await createPublicWorld()
  second = await createTestApi({ share: world.api })
  admin = await world.api.signIn('admin')
  elsewhere = await world.api.signIn('admin@other.example')
})
beforeEach(() => patch({ status: 'active', metaTitle: null, metaDescription: null, widgets: [] }))
afterAll(async () => {
  await second.close()
  await world.close()
})

type Answer = HomePageAnswer & { readonly code?: string; readonly field?: string; readonly details?: object }

async function patch(json: unknown, { as = admin, ifMatch }: { as?: TestSession; ifMatch?: number } = {}) {
  const headers = {
    'content-type': 'application/merge-patch+json',
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
  }
  const response = await as.request(path, { method: 'PATCH', json, headers })
  return { status: response.status, body: (await response.json()) as Answer, etag: response.headers.get('etag') }
}

const read = async (as = admin) => (await (await as.request(path)).json()) as HomePageAnswer

/** What visitors are given, by the process that changed the home and by another one. */
async function shown(): Promise<PublicHome> {
  const own = await world.read<PublicHome>('/api/public/home')
  const other = await (await second.request('/api/public/home', { headers: admin.headers })).json()
  expect(other).toEqual(own)
  return own
}

const html = (text: string) => ({ type: 'html', html: `<p>${text.padEnd(20, '.')}</p>` })
const banner = (rest: object = {}) => ({
  type: 'search_banner',
  title: 'Combien ?',
  text: null,
  imageAlt: null,
  ...rest,
})
const featured = (...references: readonly string[]) => ({
  type: 'featured_products',
  title: 'Top',
  productIds: references.map((one) => world.products[one] ?? one),
})

describe('the editor of the public home', () => {
  it('keeps what it is told, and visitors see it at once, everywhere (SET-17, SET-24)', async () => {
    expect(await shown()).toEqual({ metaTitle: null, metaDescription: null, widgets: [] })
    const { version } = await read()
    const saved = await patch(
      {
        metaTitle: 'Reprise chez Rivoli',
        metaDescription: 'Vendez en trois étapes.',
        widgets: [banner({ text: 'Cherchez.' }), html('Bonjour'), featured('S21', 'IP14')],
      },
      { ifMatch: version },
    )
    expect([saved.status, saved.etag]).toEqual([200, `"${version + 1}"`])
    expect(await read()).toEqual(saved.body)
    expect(saved.body).toMatchObject({ status: 'active', metaTitle: 'Reprise chez Rivoli' })
    const home = await shown()
    expect(home).toMatchObject({ metaTitle: 'Reprise chez Rivoli', metaDescription: 'Vendez en trois étapes.' })
    expect(home.widgets.map(({ type }) => type)).toEqual(['search_banner', 'html', 'featured_products'])
    expect(home.widgets[2]).toMatchObject({ products: [{ id: world.products['S21'] }, { id: world.products['IP14'] }] })
  })

  it('takes no text whose pictures weigh too much, in all its languages together', async () => {
    const pictures: string[] = []
    for (const side of [10, 11, 12, 13, 14]) {
      const image = base64Of(sized(await pngOf(side, side), homeTextPicturesMaxBytes / 4))
      const kept = await admin.request('/api/text-pictures', { method: 'POST', json: { image } })
      pictures.push(((await kept.json()) as { path: string }).path)
    }
    const [one, two, three, four, fifth] = pictures.map((path) => `<img src="${path}?width=960" alt="Une image">`)
    const full = { type: 'html', html: `${one}${two}${one}`, translations: { 'de-DE': { html: `${three}${four}` } } }
    const { body, status } = await patch({ widgets: [html('Avant'), full] })
    expect(status).toBe(200)
    const id = body.widgets[1]!.id
    const heavy = await patch({ widgets: [{ ...full, id, html: `${one}${two}${fifth}`, translations: {} }] })
    expect([heavy.status, heavy.body.code, heavy.body.field]).toEqual([
      422,
      'HOME_PICTURES_TOO_HEAVY',
      'widgets.0.html',
    ])
    const lighter = { 'de-DE': { html: `${three}${fifth}` } }
    expect((await patch({ widgets: [{ ...full, id, translations: lighter }] })).status).toBe(200)
    const dutch = { 'nl-BE': { html: `${four}${four}` } }
    expect((await patch({ widgets: [{ ...full, id, translations: dutch }] })).body.code).toBe('HOME_PICTURES_TOO_HEAVY')
    expect(
      (
        await patch({
          widgets: [
            { ...full, id },
            { type: 'html', html: `${fifth}` },
          ],
        })
      ).status,
    ).toBe(200)
  })

  it('orders the parts, keeps their ids, and leaves out what is no longer named', async () => {
    const { body } = await patch({ widgets: [banner(), html('Eins'), html('Zwei'), featured('IP13')] })
    const [first, one, two, top] = body.widgets.map(({ id }) => id)
    const next = await patch({
      widgets: [
        { ...featured('IP13M'), id: top },
        { ...html('Zwei neu'), id: two },
        html('Drei'),
        { ...banner(), id: first },
      ],
    })
    const ids = next.body.widgets.map(({ id }) => id)
    expect([ids[0], ids[1], ids[3]]).toEqual([top, two, first])
    expect([first, one, two, top]).not.toContain(ids[2])
    expect((await shown()).widgets.map(({ id }) => id)).toEqual(ids)
    expect(next.body.widgets[0]).toMatchObject({ products: [{ id: world.products['IP13M'], status: 'published' }] })
  })

  it('is read in the visitor’s language, part by part, and keeps translations that nothing is said of', async () => {
    const german = (texts: object) => ({ translations: { 'de-DE': texts } })
    const parts = [
      banner({ text: 'Cherchez.', ...german({ title: 'Wie viel?' }) }),
      { ...html('Bonjour'), ...german({ html: '<p>Guten Tag allerseits</p><script>steal()</script>' }) },
      { ...featured('S21'), ...german({ title: 'Beliebt' }) },
    ]
    const saved = await patch({ metaTitle: 'Reprise', ...german({ metaTitle: 'Ankauf' }), widgets: parts })
    expect(saved.body).toMatchObject({ language: 'fr-FR', translations: { 'de-DE': { metaTitle: 'Ankauf' } } })
    const home = async (language: string) =>
      (await (await world.ask('/api/public/home', { headers: { 'accept-language': language } })).json()) as PublicHome
    const shownIn = async (language: string) => {
      const { metaTitle, widgets } = await home(language)
      return [metaTitle, ...widgets.map((each) => (each.type === 'html' ? each.html : each.title))]
    }
    const inGerman = ['Ankauf', 'Wie viel?', '<p>Guten Tag allerseits</p>', 'Beliebt']
    expect(await shownIn('de-DE')).toEqual(inGerman)
    expect((await home('de-DE')).widgets[0]).toMatchObject({ text: 'Cherchez.' })
    expect((await shownIn('fr-FR'))[1]).toBe('Combien ?')
    expect(await shownIn('nl-BE')).toEqual(await shownIn('fr-FR'))
    const ids = saved.body.widgets.map(({ id }) => id)
    const again = [banner({ text: 'Cherchez.' }), html('Bonjour'), featured('S21')]
    await patch({ widgets: again.map((part, at) => ({ ...part, id: ids[at] })) })
    expect(await shownIn('de-DE')).toEqual(inGerman)
    const emptied = { ...again[0], id: ids[0], ...german({ title: null }) }
    await patch({ ...german({ metaTitle: null }), widgets: [emptied] })
    expect(await shownIn('de-DE')).toEqual(['Reprise', 'Combien ?'])
    const long = (await patch({ widgets: [banner(german({ title: 'x'.repeat(51) }))] })).body
    expect([long.code, long.field]).toEqual(['REQUEST_INVALID', 'widgets.0.translations.de-DE.title'])
  })

  it('that is inactive shows visitors nothing of its own, and keeps everything (SET-18)', async () => {
    await patch({ metaTitle: 'Bientôt', widgets: [html('Bonjour')] })
    const off = await patch({ status: 'inactive' })
    expect(off.body).toMatchObject({ status: 'inactive', metaTitle: 'Bientôt', widgets: [{ type: 'html' }] })
    expect(await shown()).toEqual({ metaTitle: null, metaDescription: null, widgets: [] })
    await patch({ status: 'active' })
    expect(await shown()).toMatchObject({ metaTitle: 'Bientôt', widgets: [{ type: 'html' }] })
  })

  it('gives visitors no HTML that could act, and shows beforehand what they will see (SET-23)', async () => {
    const evil = `<h2 onclick="steal()">Bonjour à tous</h2><script>steal()</script><iframe src="https://x.example"></iframe>`
    const { body } = await patch({ widgets: [{ type: 'html', html: evil }] })
    // Cleaned when it is written: what is served is what is stored.
    expect(body.widgets[0]).toMatchObject({ html: '<h2>Bonjour à tous</h2>' })
    const seen = (await shown()).widgets[0]
    expect(seen).toMatchObject({ html: '<h2>Bonjour à tous</h2>' })
    const preview = await admin.request(`${path}/preview`, { method: 'POST', json: { html: evil } })
    expect(await preview.json()).toEqual({ html: '<h2>Bonjour à tous</h2>' })
  })

  it.each([
    ['a tag that never ends', '<a '.repeat(66_000)],
    ['tags beyond number', '<br>'.repeat(10_001)],
    ['tags that nest without end', '<div>'.repeat(101)],
    ['attributes without end', `<p ${'x=1 '.repeat(40_000)}>`],
    ['an attribute without end', `<p style="${'a:b;'.repeat(40_000)}">`],
    ['signs that begin a tag', '<'.repeat(200_000)],
  ])('refuses %s before anything tries to read it', async (_what, html) => {
    const fault = { status: 422, code: 'REQUEST_INVALID' }
    const preview = await admin.request(`${path}/preview`, { method: 'POST', json: { html } })
    expect([preview.status, ((await preview.json()) as { code: string }).code]).toEqual([fault.status, fault.code])
    const saved = await admin.request(path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      json: { widgets: [{ type: 'html', html }] },
    })
    expect(saved.status).toBe(422)
  })

  it('keeps HTML of which too little is left to its rules', async () => {
    const { status } = await patch({ widgets: [{ type: 'html', html: '<script>steal(1, 2, 3)</script>' }] })
    expect(status).toBe(422)
  })

  it('keeps the picture of a banner until another one comes, or none (SET-22)', async () => {
    const made = await patch({ widgets: [banner({ image: base64Of(await pngOf(560, 420)), imageAlt: 'Un atelier' })] })
    const [first] = made.body.widgets
    if (first?.type !== 'search_banner') throw new Error('no banner')
    expect((await second.request(first.image!)).headers.get('content-type')).toBe('image/png')
    const same = await patch({ widgets: [html('Davor'), { ...banner({ title: 'Neu' }), id: first.id }] })
    expect(same.body.widgets[1]).toMatchObject({ title: 'Neu', image: first.image })
    expect((await shown()).widgets[1]).toMatchObject({ image: first.image })
    const other = await patch({ widgets: [{ ...banner({ image: base64Of(await pngOf(80, 60)) }), id: first.id }] })
    expect((await second.request(first.image!)).status).toBe(404)
    const bare = await patch({ widgets: [{ ...banner({ image: null }), id: first.id }] })
    expect(bare.body.widgets[0]).toMatchObject({ image: null })
    expect((await second.request((other.body.widgets[0] as typeof first).image!)).status).toBe(404)
    const { rows } = await world.owner.query('select id from picture where not of_text')
    expect(rows).toEqual([])
  })

  it('takes texts within their limits, and says by the key of the form what is not (SET-19 to SET-24)', async () => {
    await patch({ metaTitle: 'As it was', widgets: [html('As it was')] })
    const before = await read()
    const text = (count: number) => 'é'.repeat(count)
    const wrapped = (count: number) => ({ type: 'html', html: text(count) })
    for (const [json, field, key] of [
      [{ metaTitle: 'x' }, 'metaTitle', 'FORM_META_TITLE_LENGTH'],
      [{ metaTitle: '🙂' }, 'metaTitle', 'FORM_META_TITLE_LENGTH'],
      [{ metaTitle: text(256) }, 'metaTitle', 'FORM_META_TITLE_LENGTH'],
      [{ metaDescription: 'x' }, 'metaDescription', 'FORM_META_DESCRIPTION_LENGTH'],
      [{ metaDescription: text(501) }, 'metaDescription', 'FORM_META_DESCRIPTION_LENGTH'],
      [{ widgets: [banner({ title: 'x' })] }, 'widgets.0.title', 'FORM_BANNER_TITLE_LENGTH'],
      [{ widgets: [banner({ title: text(51) })] }, 'widgets.0.title', 'FORM_BANNER_TITLE_LENGTH'],
      [{ widgets: [html('ok'), wrapped(19)] }, 'widgets.1.html', 'FORM_HTML_LENGTH'],
      [{ widgets: [wrapped(200_001)] }, 'widgets.0.html', 'FORM_HTML_LENGTH'],
      [{ widgets: [featured()] }, 'widgets.0.productIds', 'FORM_PRODUCTS_REQUIRED'],
      [{ widgets: [{ ...featured('IP13'), title: '' }] }, 'widgets.0.title', 'FORM_FEATURED_TITLE_LENGTH'],
    ] as const) {
      const { status, body } = await patch(json)
      expect([status, body.code, body.field], key).toEqual([422, 'REQUEST_INVALID', field])
      expect(body.details).toMatchObject({ key })
    }
    expect(await read()).toEqual(before)
    for (const json of [
      { metaTitle: 'xy', metaDescription: 'xy', widgets: [banner({ title: 'xy' }), wrapped(20)] },
      { metaTitle: text(255), metaDescription: text(500), widgets: [banner({ title: text(50) }), wrapped(200_000)] },
    ])
      expect((await patch(json)).status).toBe(200)
  })

  it('refuses pictures that do not serve, strange parts and products, and changes nothing', async () => {
    const made = await patch({ widgets: [banner(), html('Meins')] })
    const [mine, page] = made.body.widgets.map(({ id }) => id)
    const foreign = await patch({ widgets: [html('Fremd')] }, { as: elsewhere })
    const picture = await pngOf(560, 420)
    for (const [widget, field, code] of [
      [banner({ id: mine, image: base64Of(sized(picture, 250_001)) }), 'widgets.0.image', 'PICTURE_TOO_LARGE'],
      [banner({ image: base64Of(new Uint8Array(64)) }), 'widgets.0.image', 'PICTURE_TYPE_WRONG'],
      [banner({ image: '/api/pictures/x' }), 'widgets.0.image', 'REQUEST_INVALID'],
      [{ ...html('x'), id: foreign.body.widgets[0]!.id }, 'widgets.0.id', 'REQUEST_INVALID'],
      [{ ...html('x'), id: mine }, 'widgets.0.id', 'REQUEST_INVALID'],
      [{ ...html('x'), id: randomUUID() }, 'widgets.0.id', 'REQUEST_INVALID'],
      [featured('IP13', randomUUID()), 'widgets', 'REQUEST_INVALID'],
      [featured('IP13', 'IP13'), 'widgets.0.productIds', 'REQUEST_INVALID'],
      [featured('not-an-id'), 'widgets.0.productIds.0', 'REQUEST_INVALID'],
      [{ ...html('x'), colour: 'red' }, 'widgets.0.colour', 'REQUEST_UNKNOWN_FIELD'],
      [{ type: 'carousel' }, 'widgets.0.type', 'REQUEST_INVALID'],
    ] as const) {
      const { body } = await patch({ metaTitle: 'Never', widgets: [widget] })
      expect([body.code, body.field], JSON.stringify(widget).slice(0, 200)).toEqual([code, field])
    }
    const twice = { ...html('x'), id: page }
    expect((await patch({ widgets: [twice, twice] })).body).toMatchObject({ code: 'REQUEST_INVALID', field: 'widgets' })
    expect(await read()).toEqual(made.body)
    expect((await read(elsewhere)).widgets).toEqual(foreign.body.widgets)
  })

  it('is not changed over another user’s change', async () => {
    const { version } = await read()
    await patch({ metaTitle: 'The faster one' })
    const late = await patch({ metaTitle: 'The later one', widgets: [html('Late')] }, { ifMatch: version })
    expect([late.status, late.body.code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect(await read()).toMatchObject({ metaTitle: 'The faster one', widgets: [] })
  })

  it('is read and changed by who may, and by nobody else', { tags: ['slow'] }, async () => {
    for (const type of userTypes.filter((one) => one !== 'pseudo_anonymous')) {
      const session = await world.api.signIn(type)
      const change = typeHolds(type, 'home.update') ? 200 : 403
      expect((await session.request(path)).status, type).toBe(typeHolds(type, 'home.read') ? 200 : 403)
      expect((await patch({ status: 'active' }, { as: session })).status, type).toBe(change)
      const preview = { method: 'POST', json: { html: 'Twenty letters at the least' } }
      expect((await session.request(`${path}/preview`, preview)).status, type).toBe(change)
    }
    expect((await world.api.request(path)).status).toBe(401)
  })
})
