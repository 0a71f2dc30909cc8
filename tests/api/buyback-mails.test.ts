import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { queueConfirmationMail, queuePaymentMail } from '#api/mail/buyback-mails.ts'
import { saleLimit } from '#sync/operations/counter/counter-args.ts'
import { createPaperWorld, type PaperWorld } from '#tests/support/paper-world.ts'

let world: PaperWorld
let api: PaperWorld['api']
let owner: PaperWorld['owner']
let account: PaperWorld['account']
let buyback: PaperWorld['buyback']
let lettersOf: PaperWorld['lettersOf']
let trackingLink: PaperWorld['trackingLink']

beforeAll(async () => {
  world = await createPaperWorld()
  ;({ api, owner, account, buyback, lettersOf, trackingLink } = world)
})
afterAll(() => world.close())

describe('mails about buybacks', () => {
  const deps = {
    now: () => new Date(),
    trackingLink: (of: Parameters<PaperWorld['trackingLink']>[0]) => trackingLink(of),
  }
  const confirm = (...buybackIds: readonly string[]) =>
    inAccount(api.db, account.id, (tx) => queueConfirmationMail(tx, deps, { accountId: account.id, buybackIds }))

  it('confirm one buyback with its price and what to do, once', async () => {
    const { id, code } = await buyback()
    await Promise.all([confirm(id), confirm(id)])
    const letters = await lettersOf('buyback_confirmation', id)
    expect(letters).toHaveLength(1)
    const text = letters[0]!.body_text.replaceAll(/\s+/g, ' ')
    for (const part of [
      'Bonjour Anna,',
      code,
      '110,00 €',
      '1. Imprimez le bon 2. Glissez-le',
      trackingLink({ accountId: account.id, buybackId: id }),
    ])
      expect(text).toContain(part)
    expect(letters[0]!.subject).toContain(code)
  })

  it('confirm the buybacks of a cart together, each with its own link', async () => {
    const all = [
      await buyback({ language: 'nl-BE' }),
      await buyback({ language: 'nl-BE' }),
      await buyback({ language: 'nl-BE' }),
    ]
    const idsOf = all.map(({ id }) => id)
    expect(await confirm(...idsOf)).toBe(true)
    const [letter] = await lettersOf('buyback_confirmation', idsOf.toSorted()[0]!)
    expect(letter).toMatchObject({ language: 'nl-BE' })
    expect(letter?.subject).toMatch(/\(\+2\)$/)
    expect(letter?.body_text.replaceAll(/\s+/g, ' ')).toContain('- Totaal – € 330,00')
    for (const { id, code } of all) {
      expect(letter?.body_text).toContain(code)
      expect(letter?.body_html).toContain(`href="${trackingLink({ accountId: account.id, buybackId: id })}"`)
    }
  })

  it('confirm the most products that a cart or a sale at the counter holds', { tags: ['slow'] }, async () => {
    const idsOf: string[] = []
    for (let each = 0; each < saleLimit; each++) idsOf.push((await buyback()).id)
    expect(await confirm(...idsOf)).toBe(true)
    const [letter] = await lettersOf('buyback_confirmation', idsOf.toSorted()[0]!)
    expect(letter?.subject).toMatch(/\(\+199\)$/)
  })

  it('name no product as markup, and leave out who has no address', async () => {
    await owner.query(`update product set label = '<b>Phone & co</b>' where account_id = $1 and id = $2`, [
      account.id,
      account.productId,
    ])
    const { id } = await buyback()
    await confirm(id)
    const [letter] = await lettersOf('buyback_confirmation', id)
    expect(letter?.body_html).toContain('&lt;b&gt;Phone &amp; co&lt;/b&gt;')
    expect(letter?.body_html).not.toContain('<b>Phone')
    const silent = await buyback({ email: null })
    expect(await confirm(silent.id)).toBe(false)
    expect(await confirm(newId())).toBe(false)
  })

  it('say of each product of a cart what to do with it, and what each payment mode adds', async () => {
    const circuitId = newId()
    await owner.query(
      `insert into circuit (account_id, id, name, type, status)
       select account_id, $2, 'Another way', type, status from circuit where account_id = $1 limit 1`,
      [account.id, circuitId],
    )
    await owner.query(
      `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
       values ($1, $3, $2, 1, 'deliver', 'Bring it')`,
      [account.id, circuitId, newId()],
    )
    const [posted, brought, alike] = [await buyback(), await buyback(), await buyback()]
    await owner.query('update buyback set circuit_id = $3 where account_id = $1 and id = $2', [
      account.id,
      brought.id,
      circuitId,
    ])
    await confirm(posted.id, brought.id, alike.id)
    const [letter] = await lettersOf('buyback_confirmation', [posted.id, brought.id, alike.id].toSorted()[0]!)
    const text = letter!.body_text.replaceAll(/\s+/g, ' ')
    expect(text).toMatch(
      new RegExp(
        String.raw`\(${posted.code}\), [^:]*\(${alike.code}\): Postez le colis avec l’étiquette[^1]* 1. Imprimez le bon 2. Glissez`,
      ),
    )
    expect(text).toMatch(new RegExp(String.raw`\(${brought.code}\): [^1]* 1. Bring it`))
    expect(text.split('Deux jours plus tard.')).toHaveLength(2)
  })

  it('say of a product for a store which store, and leave out the label that it has none of', async () => {
    const circuitId = newId()
    await owner.query(
      `insert into circuit (account_id, id, name, type, status)
       select account_id, $2, 'To a store', 'web_drop', status from circuit where account_id = $1 limit 1`,
      [account.id, circuitId],
    )
    await owner.query(
      `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
       values ($1, $3, $2, 1, 'print', 'Imprimez l’étiquette'), ($1, $4, $2, 2, 'sign', 'Signez le bon')`,
      [account.id, circuitId, newId(), newId()],
    )
    const monday = ['09:00', '12:30', '14:00', '19:00']
    const hours = {
      days: [0, 2].map((at) => ({ day: 1, opens: monday[at], closes: monday[at + 1] })),
      closedOn: [],
    }
    const store = await owner.query<{ id: string; name: string }>(
      `update organization set street = '5 rue Neuve', zip_code = '59000', city = 'Lille', phone = '+33 3 20 00 00 00',
         directions_url = 'https://maps.example/lille', opening_hours = $2
       where account_id = $1 and id = (select id from organization where account_id = $1 and type = 'store' limit 1)
       returning id, common_name as name`,
      [account.id, JSON.stringify(hours)],
    )
    const { id } = await buyback()
    await owner.query('update buyback set circuit_id = $3, store_id = $4 where account_id = $1 and id = $2', [
      account.id,
      id,
      circuitId,
      store.rows[0]!.id,
    ])
    await confirm(id)
    const [letter] = await lettersOf('buyback_confirmation', id)
    const text = letter!.body_text.replaceAll(/\s+/g, ' ')
    expect(text).toContain(`Apportez le produit à ce magasin : ${store.rows[0]!.name}, 5 rue Neuve, 59000 Lille `)
    expect(text).toContain(
      [
        'Horaires d’ouverture : lun. 09:00–12:30, 14:00–19:00; mar.–dim. fermé',
        '+33 3 20 00 00 00',
        'Itinéraire : https://maps.example/lille',
      ].join(' '),
    )
    expect(text).toContain('1. Signez le bon')
    expect(text).not.toContain('Imprimez l’étiquette')
  })

  it('tell that a buyback was paid, once', async () => {
    const { id } = await buyback({ language: 'en-GB' })
    await owner.query(
      `insert into payment (account_id, id, buyback_id, amount_cents, currency) values ($1, $2, $3, 9900, 'EUR')`,
      [account.id, newId(), id],
    )
    for (let time = 0; time < 2; time++)
      await inAccount(api.db, account.id, (tx) => queuePaymentMail(tx, deps, { accountId: account.id, buybackId: id }))
    const letters = await lettersOf('payment', id)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body_text).toContain('€99.00 by bank transfer')
  })
})
