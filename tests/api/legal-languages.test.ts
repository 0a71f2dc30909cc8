import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientPages } from '#sync/calls/client-pages.ts'
import type { EditedRootDetail, WhiteLabelAnswer } from '#sync/calls/settings.ts'
import type { publicLegalCall } from '#sync/calls/public-catalog.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'
import type * as z from 'zod'

type Legal = z.output<typeof publicLegalCall.answer>

// The account's language is French.
let world: PublicWorld
let manager: TestSession
let detail: EditedRootDetail
beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
  detail = (await (
    await manager.request(`/api/accounts/${world.accountId}/organization-root-detail`)
  ).json()) as EditedRootDetail
})
afterAll(() => world.close())

const headers = { 'content-type': 'application/merge-patch+json' }
const patch = (json: object) =>
  manager.request(`/api/organization-root-details/${detail.id}`, { method: 'PATCH', headers, json })
const whiteLabel = () => `/api/accounts/${world.accountId}/white-label`
async function legal(document: string, language: string): Promise<Legal> {
  const asked = await world.ask(`/api/public/legal/${document}`, { headers: { 'accept-language': language } })
  return (await asked.json()) as Legal
}
const read = async (document: string, language: string) => {
  const { language: of, html } = await legal(document, language)
  return [of, html]
}

describe('a legal text', () => {
  it('is given in other languages beside the account’s own, and merged with what is there', async () => {
    await patch({ eula: '<p>Droits</p>', translations: { 'de-DE': { eula: '<p>Rechte</p>' } } })
    await patch({ translations: { 'nl-BE': { serviceTerms: '<p>Dienst</p>' }, 'fr-FR': { eula: 'Autre' } } })
    const changed = (await (
      await patch({ translations: { 'de-DE': { serviceTerms: 'Dienst' } } })
    ).json()) as EditedRootDetail
    expect(changed.translations).toEqual({
      'de-DE': { eula: '<p>Rechte</p>', serviceTerms: 'Dienst' },
      'nl-BE': { serviceTerms: '<p>Dienst</p>' },
    })
  })

  it('is read by a visitor in the visitor’s language, else in the account’s, and says in which', async () => {
    expect(await read('eula', 'de-DE')).toEqual(['de-DE', '<p>Rechte</p>'])
    expect(await read('eula', 'fr-FR')).toEqual(['fr-FR', '<p>Droits</p>'])
    expect(await read('eula', 'en-GB')).toEqual(['fr-FR', '<p>Droits</p>'])
    await patch({ translations: { 'de-DE': { eula: null } } })
    expect(await read('eula', 'de-DE')).toEqual(['fr-FR', '<p>Droits</p>'])
    const staff = await manager.request('/api/public/legal/eula', { headers: { 'accept-language': 'de-DE' } })
    expect(((await staff.json()) as Legal).language).toBe('fr-FR')
  })

  it('has in each language the limits of the account’s own, and no language that there is not', async () => {
    const statusOf = async (translations: object) => (await patch({ translations })).status
    expect(await statusOf({ 'de-DE': { faqAndContact: '€'.repeat(200_001) } })).toBe(422)
    expect(await statusOf({ 'es-ES': { faqAndContact: 'Hola' } })).toBe(400)
    expect(await statusOf({ 'de-DE': { title: 'Hallo' } })).toBe(400)
    const longest = '€'.repeat(200_000)
    const each = { faqAndContact: longest, buybackZeroDescription: longest }
    expect(await statusOf({ 'de-DE': each, 'nl-BE': each, 'en-GB': each })).toBe(200)
    const none = { faqAndContact: null, buybackZeroDescription: null }
    expect(await statusOf({ 'de-DE': none, 'nl-BE': none, 'en-GB': none })).toBe(200)
  })

  it('is taken away in a language where it is left blank', async () => {
    await patch({ translations: { 'nl-BE': { eula: ' ' }, 'de-DE': { eula: '' } } })
    expect(await read('eula', 'nl-BE')).toEqual(['fr-FR', '<p>Droits</p>'])
    const json = { cookiesPolicy: 'Les cookies', translations: { 'de-DE': { cookiesPolicy: '' } } }
    const changed = await manager.request(whiteLabel(), { method: 'PATCH', headers, json })
    expect(((await changed.json()) as WhiteLabelAnswer).translations).toEqual({})
  })

  it('of a search without results is in the visitor’s language, with the address filled in', async () => {
    const texts = { noSearchResultDescription: 'Schreiben Sie an {email}' }
    await patch({ sellerSupportEmail: 'aide@shop.example', translations: { 'de-DE': texts } })
    const [, html] = await read('no-search-result', 'de-DE')
    expect(html).toContain('Schreiben Sie an <a href="mailto:aide@shop.example">')
  })

  it('is changed for a client by the platform, which is told the language of the client', async () => {
    const admin = await world.api.signIn('admin')
    const path = `/api/accounts/${world.accountId}/pages`
    const json = { translations: { 'en-GB': { eula: 'Rights' } } }
    const changed = (await (await admin.request(path, { method: 'PATCH', headers, json })).json()) as ClientPages
    expect(changed).toMatchObject({ language: 'fr-FR', translations: { 'en-GB': { eula: 'Rights' } } })
    expect(await read('eula', 'en-GB')).toEqual(['en-GB', '<p>Rights</p>'])
  })
})

it('the cookie policy is read in the visitor’s language, on its page and by the white label', async () => {
  const json = { cookiesPolicy: 'Les cookies', translations: { 'de-DE': { cookiesPolicy: 'Kekse' } } }
  const changed = (await (
    await manager.request(whiteLabel(), { method: 'PATCH', headers, json })
  ).json()) as WhiteLabelAnswer
  expect(changed.translations).toEqual({ 'de-DE': { cookiesPolicy: 'Kekse' } })
  expect(await read('cookies-policy', 'de-DE')).toEqual(['de-DE', '<p>Kekse</p>'])
  expect(await read('cookies-policy', 'nl-BE')).toEqual(['fr-FR', '<p>Les cookies</p>'])
  for (const [language, cookiesPolicy] of [
    ['de-DE', 'Kekse'],
    ['fr-FR', 'Les cookies'],
  ] as const) {
    const asked = { headers: { host: 'retailer.example', 'accept-language': language } }
    expect(await (await world.api.request('/api/white-label/config', asked)).json()).toMatchObject({ cookiesPolicy })
  }
})

describe('a legal text as a PDF', () => {
  const end = '\nstartxref\n9\n%%EOF\n'
  const pdf = Buffer.from(`%PDF-1.7\n${end}`).toString('base64')
  const file = (method: 'PUT' | 'DELETE', query = '') =>
    manager.request(`/api/legal-files/eula${query}`, { method, ...(method === 'PUT' && { json: { pdf } }) })

  it('is of one language, and shown with the text of that language alone', async () => {
    const own = (await (await file('PUT')).json()) as { language: string; path: string }
    const dutch = (await (await file('PUT', '?language=nl-BE')).json()) as { language: string; path: string }
    expect([own.language, dutch.language]).toEqual(['fr-FR', 'nl-BE'])
    expect(await legal('eula', 'fr-FR')).toMatchObject({ html: '<p>Droits</p>', file: own.path })
    expect(await legal('eula', 'nl-BE')).toMatchObject({ language: 'nl-BE', html: null, file: dutch.path })
    expect(await legal('eula', 'en-GB')).toMatchObject({ language: 'en-GB', html: '<p>Rights</p>', file: null })
    expect(await legal('eula', 'de-DE')).toMatchObject({ language: 'fr-FR', file: own.path })
    expect((await file('PUT', '?language=es-ES')).status).toBe(422)
    expect((await file('DELETE', '?language=de-DE')).status).toBe(404)
  })

  it('changes places with the texts where the account’s language becomes another', async () => {
    await world.change(`update account set language = 'de-DE' where id = $1`)
    // There is no German text of them: what was the account's own goes on being that.
    expect(await legal('eula', 'de-DE')).toMatchObject({ language: 'de-DE', html: '<p>Droits</p>' })
    expect((await legal('eula', 'de-DE')).file).not.toBeNull()
    expect(await read('cookies-policy', 'fr-FR')).toEqual(['fr-FR', '<p>Les cookies</p>'])
    expect(await read('cookies-policy', 'en-GB')).toEqual(['de-DE', '<p>Kekse</p>'])
    await world.change(`update account set language = 'fr-FR' where id = $1`)
    expect(await read('cookies-policy', 'en-GB')).toEqual(['fr-FR', '<p>Les cookies</p>'])
    expect((await file('DELETE', '?language=nl-BE')).status).toBe(204)
    expect((await file('DELETE')).status).toBe(204)
  })

  it('is not mixed with the text of another language where the account’s language becomes another', async () => {
    const change = (language: string) => world.change('update account set language = $2 where id = $1', language)
    const own = (await (await file('PUT')).json()) as { path: string }
    await change('en-GB')
    // There is an English text and no English file: the French file stays with the French text.
    expect(await legal('eula', 'en-GB')).toMatchObject({ language: 'en-GB', html: '<p>Rights</p>', file: null })
    expect(await legal('eula', 'fr-FR')).toMatchObject({ html: '<p>Droits</p>', file: own.path })
    await change('fr-FR')
    expect(await legal('eula', 'fr-FR')).toMatchObject({ html: '<p>Droits</p>', file: own.path })
    const dutch = (await (await file('PUT', '?language=nl-BE')).json()) as { path: string }
    await change('nl-BE')
    // There is a Dutch file and no Dutch text: the French text stays with the French file.
    expect(await legal('eula', 'nl-BE')).toMatchObject({ language: 'nl-BE', html: null, file: dutch.path })
    expect(await legal('eula', 'fr-FR')).toMatchObject({ html: '<p>Droits</p>', file: own.path })
    await change('fr-FR')
    expect(await legal('eula', 'fr-FR')).toMatchObject({ html: '<p>Droits</p>', file: own.path })
    expect(await legal('eula', 'nl-BE')).toMatchObject({ html: null, file: dutch.path })
  })
})
