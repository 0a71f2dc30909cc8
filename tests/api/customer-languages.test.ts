// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { readBuybackContent } from '#api/documents/buyback-content-queries.ts'
import { queueConfirmationMail } from '#api/mail/buyback-mails.ts'
import { testOrigin } from '#tests/support/api.ts'
import { createPaperWorld, type PaperWorld } from '#tests/support/paper-world.ts'

// The account's language is French, and so are its own texts.
let world: PaperWorld
beforeAll(async () => {
  world = await createPaperWorld()
  const { owner, account } = world
  const translate = (table: string, translations: object, where = 'true') =>
    owner.query(`update ${table} set translations = $2 where account_id = $1 and ${where}`, [
      account.id,
      JSON.stringify(translations),
    ])
  await translate('circuit_instruction', { 'de-DE': { label: 'Beleg drucken' } }, 'sequence = 1')
  await translate('product', { 'de-DE': { label: 'Fernsprecher' } })
  await translate('payment_mode', { 'de-DE': { label: 'Überweisung', mailContent: 'Zwei Tage später.' } })
})
afterAll(() => world.close())

describe('what is written to a customer says the account’s texts in the language', () => {
  it.each([
    ['de-DE', ['Beleg drucken', 'Glissez-le dans le colis'], 'Zwei Tage später.', 'Überweisung'],
    ['nl-BE', ['Imprimez le bon', 'Glissez-le dans le colis'], 'Deux jours plus tard.', 'bank_transfer'],
    [null, ['Imprimez le bon', 'Glissez-le dans le colis'], 'Deux jours plus tard.', 'bank_transfer'],
  ] as const)('%s, in its mail and on its papers', async (language, instructions, note, label) => {
    const { api, account, trackingLink } = world
    const { id } = await world.buyback({ language })
    const scope = { accountId: account.id, buybackId: id }
    const read = await inAccount(api.db, account.id, async (tx) => {
      const deps = { now: () => new Date(), trackingLink, publicUrl: testOrigin }
      await queueConfirmationMail(tx, deps, { accountId: account.id, buybackIds: [id] })
      return readBuybackContent(tx, scope)
    })
    expect(read?.content).toMatchObject({ instructions, paymentLabel: label })
    const isGerman = language === 'de-DE'
    expect(read?.content.product.includes('Fernsprecher')).toBe(isGerman)
    expect(read?.variables.product_label).toBe(read?.content.product)
    const [letter] = await world.lettersOf('buyback_confirmation', id)
    expect(letter?.body_text.includes('Fernsprecher')).toBe(isGerman)
    for (const text of [...instructions, note]) expect(letter?.body_text).toContain(text)
  })

  it('of how it is paid, too, where the account calls it as the product does', async () => {
    const { api, owner, account } = world
    const { id } = await world.buyback({ language: 'en-GB' })
    const rename = (from: string, to: string) =>
      owner.query('update payment_mode set label = $3 where account_id = $1 and label = $2', [account.id, from, to])
    await rename('bank_transfer', 'Carte cadeau')
    const read = await inAccount(api.db, account.id, (tx) =>
      readBuybackContent(tx, { accountId: account.id, buybackId: id }),
    )
    await rename('Carte cadeau', 'bank_transfer')
    expect(read?.content.paymentLabel).toBe('Gift card')
  })

  it.each([
    ['de-DE', 'Verkauft.'],
    ['nl-BE', 'Vendu.'],
  ])('of the terms of its transfer order, too: %s', async (language, terms) => {
    const { api, owner, account } = world
    const { id } = await world.buyback({ language })
    await owner.query(
      `update organization_root_detail set transfer_order_terms = 'Vendu.', enabled_premium_features = $2,
         translations = '{"de-DE": {"terms": "Verkauft."}}' where account_id = $1`,
      [account.id, ['custom_transfer_order']],
    )
    const read = () =>
      inAccount(api.db, account.id, (tx) => readBuybackContent(tx, { accountId: account.id, buybackId: id }))
    expect((await read())?.terms).toBe(terms)
    await owner.query(`update organization_root_detail set transfer_order_terms = null where account_id = $1`, [
      account.id,
    ])
    // A translation beside the product's standard is for its readers alone.
    const german = language === 'de-DE'
    expect((await read())?.terms === 'Verkauft.').toBe(german)
    expect((await read())?.terms).not.toContain('Vendu.')
    await owner.query(`update organization_root_detail set translations = '{}' where account_id = $1`, [account.id])
    expect((await read())?.terms).not.toContain('Verkauft.')
  })

  it('of the page that a private link opens', async () => {
    const { id } = await world.buyback({ language: 'nl-BE' })
    const headers = { 'accept-language': 'de-DE' }
    const { instructions, ...page } = (await (await world.api.request(world.linkOf(id), { headers })).json()) as {
      instructions: readonly { label: string }[]
      productName: string
      productSlug: string
    }
    expect(page.productName).toContain('Fernsprecher')
    expect(page.productSlug).not.toContain('fernsprecher')
    expect(instructions.map(({ label }) => label)).toEqual(['Beleg drucken', 'Glissez-le dans le colis'])
  })

  it('of the answers, as long as they are worded as they were declared', async () => {
    const { api, owner, account } = world
    const { id } = await world.buyback({ language: 'de-DE' })
    const { rows } = await owner.query<{ question: { id: string; answers: { id: string }[] } }>(
      `select content -> 'questions' -> 0 as question from questionnaire q join buyback b
         on b.account_id = q.account_id and b.declaration ->> 'questionnaireId' = q.id::text where b.id = $1`,
      [id],
    )
    const { question } = rows[0]!
    const saidIn = async () => {
      const scope = { accountId: account.id, buybackId: id }
      return (await inAccount(api.db, account.id, (tx) => readBuybackContent(tx, scope)))?.content.answers
    }
    await owner.query(
      `with asked as (insert into question (account_id, id, title, translations) values ($1, $2, 'Intact ?', $4))
       insert into answer (account_id, id, question_id, position, name, best_grade, translations)
       values ($1, $3, $2, 1, 'Oui', 'grade_a', $5)`,
      [
        account.id,
        question.id,
        question.answers[0]!.id,
        JSON.stringify({ 'de-DE': { title: 'Unversehrt?' } }),
        JSON.stringify({ 'de-DE': { name: 'Ja' } }),
      ],
    )
    expect(await saidIn()).toEqual([{ question: 'Unversehrt?', answer: 'Ja' }])
    const linkSays = async (language: string) => {
      const answer = await api.request(world.linkOf(id), { headers: { 'accept-language': language } })
      return ((await answer.json()) as { declared: { answers: unknown } }).declared.answers
    }
    expect(await linkSays('de-DE')).toEqual([{ question: 'Unversehrt?', answer: 'Ja' }])
    expect(await linkSays('fr-FR')).toEqual([{ question: 'Intact ?', answer: 'Oui' }])
    await owner.query(`update question set title = 'Neuf ?' where account_id = $1`, [account.id])
    expect(await saidIn()).toEqual([{ question: 'Intact ?', answer: 'Ja' }])
  })

  it('of the lines of the price: what the account has translated, else its own, standard ones in the language', async () => {
    const { api, owner, account } = world
    const { id } = await world.buyback({ language: 'de-DE', circuit: 'web_drop_label', mode: 'voucher' })
    const fixed = (source: string, label: string) => ({ source, label, impact: { type: 'amount', amountCents: -500 } })
    await owner.query(`update buyback set declaration = declaration || $2 where id = $1`, [
      id,
      JSON.stringify({
        modifiers: [
          fixed('circuit', 'En ligne, point relais'),
          fixed('shipping_method', 'Chez le fleuriste'),
          fixed('payment_mode', 'voucher'),
        ],
      }),
    ])
    const onPaper = async () => {
      const scope = { accountId: account.id, buybackId: id }
      const read = await inAccount(api.db, account.id, (tx) => readBuybackContent(tx, scope))
      return read?.content.impacts.map(({ label }) => label)
    }
    const onPage = async (language: string) => {
      const answer = await api.request(world.linkOf(id), { headers: { 'accept-language': language } })
      const { declared } = (await answer.json()) as { declared: { impactPriceEntries: readonly { label: string }[] } }
      return declared.impactPriceEntries.map(({ label }) => label)
    }
    const german = ['Online, Abgabe im Paketshop', 'Chez le fleuriste', 'Überweisung']
    expect([await onPaper(), await onPage('de-DE')]).toEqual([german, german])
    expect(await onPage('nl-BE')).toEqual(['Online, afgifte bij een afhaalpunt', 'Chez le fleuriste', 'voucher'])
    expect(await onPage('fr-FR')).toEqual(['En ligne, point relais', 'Chez le fleuriste', 'voucher'])
  })
})
