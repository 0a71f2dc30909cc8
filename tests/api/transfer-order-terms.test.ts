import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { readBuybackContent } from '#api/documents/buyback-content-queries.ts'
import { documentTexts } from '#api/documents/document-texts.ts'
import { typeHolds } from '#domain/access/permission.ts'
import { transferOrderVariables, variableMark } from '#domain/document/transfer-order-terms.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import type { TransferOrderTermsAnswer } from '#sync/calls/transfer-order.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPaperWorld, type PaperWorld } from '#tests/support/paper-world.ts'

let world: PaperWorld
let admin: TestSession

const path = '/api/transfer-order-terms'

beforeAll(async () => {
  world = await createPaperWorld()
  admin = await world.api.signIn('admin')
})
beforeEach(() => features('custom_transfer_order'))
afterAll(() => world.close())

const features = (...enabled: readonly string[]) =>
  world.owner.query('update organization_root_detail set enabled_premium_features = $1', [enabled])

async function read(as = admin): Promise<TransferOrderTermsAnswer> {
  return (await as.request(path)).json() as Promise<TransferOrderTermsAnswer>
}

async function patch(json: unknown, { as = admin, ifMatch }: { as?: TestSession; ifMatch?: number } = {}) {
  const headers = {
    'content-type': 'application/merge-patch+json',
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
  }
  const response = await as.request(path, { method: 'PATCH', json, headers })
  const body = (await response.json()) as TransferOrderTermsAnswer & { code?: string; field?: string; details?: object }
  return { status: response.status, body, etag: response.headers.get('etag') }
}

describe('the terms of transfer orders', () => {
  it('are read, changed, and taken back to the product’s own (CIRC-33)', async () => {
    const before = await read()
    expect(before).toMatchObject({ terms: null, isActive: true })
    const terms = `Vendu au prix de ${variableMark('total_price')}.`
    const changed = await patch({ terms: ` ${terms}\n` }, { ifMatch: before.version })
    expect(changed).toMatchObject({ status: 200, body: { terms, isActive: true } })
    expect(changed.etag).toBe(`"${changed.body.version}"`)
    expect(await read()).toEqual(changed.body)
    expect((await patch({ terms: null })).body).toMatchObject({ terms: null })
  })

  it('are on the next paper that is made, and the papers of before stay as they are', { tags: ['slow'] }, async () => {
    const kept = async (id: string) => {
      const answer = await world.seller.request(`/api/buybacks/${id}/documents/transfer_order.pdf`)
      return Buffer.from(await answer.arrayBuffer()).byteLength
    }
    await patch({ terms: 'Court.' })
    const first = await world.made()
    const short = await kept(first.id)
    await patch({ terms: 'Une clause de plus, écrite en toutes lettres. '.repeat(100) })
    const second = await world.made()
    expect(await kept(second.id)).toBeGreaterThan(short + 1_000)
    expect(await kept(first.id)).toBe(short)
  })

  it('have 2 to 5000 characters, and name the variables of the list alone (CIRC-33 to CIRC-35)', async () => {
    await patch({ terms: 'As they were.' })
    for (const [terms, key] of [
      ['', 'FORM_TERMS_TOO_SHORT'],
      ['x', 'FORM_TERMS_TOO_SHORT'],
      ['🙂', 'FORM_TERMS_TOO_SHORT'],
      ['x'.repeat(5_001), 'FORM_TERMS_TOO_LONG'],
      ['{{iban}}', 'FORM_TERMS_VARIABLE_UNKNOWN'],
      ['{{total_price', 'FORM_TERMS_VARIABLE_UNKNOWN'],
    ] as const) {
      const { status, body } = await patch({ terms })
      expect([status, body.code, body.field], key).toEqual([422, 'REQUEST_INVALID', 'terms'])
      expect(body.details).toMatchObject({ key })
    }
    expect(await read()).toMatchObject({ terms: 'As they were.' })
    for (const terms of ['xy', 'é'.repeat(5_000), transferOrderVariables.map(variableMark).join(' ')])
      expect((await patch({ terms })).body).toMatchObject({ terms })
    expect((await patch({})).status).toBe(422)
  })

  it('are in each language, and go with the account’s own', async () => {
    const translated = { 'de-DE': { terms: 'Verkauft für {{total_price}}.' } }
    expect((await patch({ terms: 'Vendu.', translations: translated })).body.translations).toEqual(translated)
    expect((await patch({ terms: 'Vendu !' })).body.translations).toEqual(translated)
    const wrong = await patch({ terms: 'Vendu.', translations: { 'de-DE': { terms: '{{iban}}' } } })
    expect([wrong.status, wrong.body.field]).toEqual([422, 'translations.de-DE.terms'])
    expect((await patch({ terms: null })).body).toMatchObject({ terms: null, translations: {} })
  })

  it('stay the product’s where they say the same, also with a translation that does not', async () => {
    await patch({ terms: null })
    const standard = documentTexts['fr-FR'].buyback.defaultTerms
    const german = { 'de-DE': { terms: 'Verkauft an {{buyer_name}}.' } }
    const inEnglish = { 'en-GB': { terms: documentTexts['en-GB'].buyback.defaultTerms } }
    const changed = await patch({ terms: standard, translations: { ...german, ...inEnglish } })
    expect(changed.body).toMatchObject({ terms: null, translations: german })
    const termsFor = async (language: string) => {
      const { id } = await world.made()
      await world.owner.query(
        'update customer set language = $2 where id = (select customer_id from buyback where id = $1)',
        [id, language],
      )
      const scope = { accountId: world.api.accounts.retailer.id, buybackId: id }
      return (await inAccount(world.api.db, scope.accountId, (tx) => readBuybackContent(tx, scope)))?.terms
    }
    expect(await termsFor('de-DE')).toBe(german['de-DE'].terms)
    expect(await termsFor('nl-BE')).toBe(documentTexts['nl-BE'].buyback.defaultTerms)
    expect(await termsFor('fr-FR')).toBe(standard)
    expect((await patch({ terms: 'Vendu.' })).body).toMatchObject({ terms: 'Vendu.', translations: german })
    expect(await termsFor('nl-BE')).toBe('Vendu.')
    expect((await patch({ terms: null })).body).toMatchObject({ terms: null, translations: {} })
  })

  it('are not changed over another user’s', async () => {
    const before = await read()
    await patch({ terms: 'The faster one.' })
    const late = await patch({ terms: 'The later one.' }, { ifMatch: before.version })
    expect([late.status, late.body.code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
    expect(await read()).toMatchObject({ terms: 'The faster one.' })
  })

  it('are read without the premium feature, and changed with it alone', async () => {
    await patch({ terms: 'From when it was there.' })
    await features('multi_product_cart')
    expect(await read()).toMatchObject({ terms: 'From when it was there.', isActive: false })
    const refused = await patch({ terms: 'Without it.' })
    expect([refused.status, refused.body.code]).toEqual([403, 'TRANSFER_ORDER_TERMS_DISABLED'])
    expect(await read()).toMatchObject({ terms: 'From when it was there.' })
  })

  it('are another account’s own business', async () => {
    await patch({ terms: 'Mine.' })
    const elsewhere = await world.api.signIn('admin@other.example')
    expect(await read(elsewhere)).toMatchObject({ terms: null })
    expect((await patch({ terms: 'Theirs.' }, { as: elsewhere })).status).toBe(200)
    expect(await read()).toMatchObject({ terms: 'Mine.' })
  })

  it('are read and changed by who may, and by nobody else (SHELL-28)', { tags: ['slow'] }, async () => {
    for (const type of userTypes.filter((one) => one !== 'pseudo_anonymous')) {
      const session = await world.api.signIn(type)
      expect((await session.request(path)).status, type).toBe(typeHolds(type, 'transfer_order.read') ? 200 : 403)
      const changed = await patch({ terms: 'By one of them.' }, { as: session })
      expect(changed.status, type).toBe(typeHolds(type, 'transfer_order.update') ? 200 : 403)
    }
    expect((await world.api.request(path)).status).toBe(401)
  })
})
