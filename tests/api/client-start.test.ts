// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { standardTerms } from '#api/documents/standard-terms-queries.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { writtenConfiguration } from '#domain/circuit/written-configuration.ts'
import { writtenTemplate } from '#domain/catalog-files/client-templates/client-templates.ts'
import { clientTemplates } from '#domain/organization/client-template-keys.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import type { TestSession } from '#tests/support/api.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'

let office: UserOffice
beforeAll(async () => {
  office = await createUserOffice()
})
afterAll(() => office.close())

let count = 0
async function create(change: object = {}) {
  const { status, body } = await office.send(office.admin, 'POST', '/api/accounts', { ...newClient, ...change })
  return { status, body: body as unknown as ClientAnswer & { readonly code?: string; readonly field?: string } }
}
const rows = async (text: string, ...values: unknown[]) =>
  (await office.owner.query<Record<string, unknown>>(text, values)).rows
/** Rows of a client in the tables of its configuration and catalog, by table. */
async function countsOf(accountId: string) {
  const tables = `circuit circuit_instruction circuit_payment_mode circuit_shipping_method shipping_method payment_mode
    category question answer category_question dispatch_circuit_rule product user_account refurb_step
    refurb_question`.split(/\s+/)
  const [found] = await rows(
    `select ${tables.map((table) => `(select count(*)::int from ${table} where account_id = $1) as ${table}`).join(', ')}`,
    accountId,
  )
  return found as Readonly<Record<string, number>>
}
/** Signs the first head-office manager of a client in, as an API client whose password was chosen by the mail. */
async function managerOf(client: ClientAnswer): Promise<TestSession> {
  const email = `manager-${(count += 1)}@start.example`
  const person = office.person({
    email,
    modules: { root: { type: 'root_management_unit_manager', organizationId: client.organizationId } },
  })
  expect((await office.send(office.admin, 'POST', `/api/accounts/${client.id}/users`, person)).status).toBe(200)
  await office.setPassword(await office.newestLink(email))
  return office.api.signIn(email, { password: 'Nouvelle-2026' })
}
const warehouse = (client: ClientAnswer, change: object = {}) => ({
  type: 'warehouse',
  commonName: 'Atelier de Lille',
  parentOrganizationId: client.organizationId,
  street: '1 rue Neuve',
  zipCode: '59000',
  city: 'Lille',
  country: 'FR',
  ...change,
})

describe('an empty client', () => {
  it('has a circuit of each type, disabled, with a shipping method, instructions and the payment modes (O1)', async () => {
    const { status, body } = await create({ language: 'de-DE' })
    expect([status, body.code]).toEqual([200, undefined])
    const written = writtenConfiguration('de-DE')
    const circuits = await rows(
      `select c.type, c.name, c.status, s.type as method, s.status as method_status,
        (select count(*)::int from circuit_payment_mode p where p.circuit_id = c.id) as modes,
        (select array_agg(i.label order by i.sequence) from circuit_instruction i where i.circuit_id = c.id) as said
       from circuit c join circuit_shipping_method x on x.circuit_id = c.id
       join shipping_method s on s.id = x.shipping_method_id where c.account_id = $1 order by c.id`,
      body.id,
    )
    expect(circuits).toEqual(
      written.circuits.map(({ type, name, instructions }) => ({
        type,
        name,
        status: 'disabled',
        method: type,
        method_status: 'active',
        modes: 4,
        said: instructions.map(({ label }) => label),
      })),
    )
    expect(circuits.map(({ type }) => String(type)).toSorted()).toEqual([...circuitTypes].toSorted())
    expect(
      await rows(
        'select type, label, status, provider from payment_mode where account_id = $1 order by position',
        body.id,
      ),
    ).toEqual([
      { type: 'bank_transfer', label: 'Banküberweisung', status: 'active', provider: 'bank_transfer' },
      { type: 'voucher', label: 'Gutschein', status: 'active', provider: 'none' },
      { type: 'gift_card', label: 'Geschenkkarte', status: 'inactive', provider: 'none' },
      { type: 'no_iban_transfer', label: 'Überweisung ohne IBAN', status: 'inactive', provider: 'none' },
    ])
    expect(await countsOf(body.id)).toMatchObject({ category: 0, question: 0, user_account: 0 })
  })

  it('that is sent twice with its id is made once, and nobody else’s', async () => {
    const id = newId()
    const first = await create({ id, name: 'Une fois', start: { from: 'template', template: 'bikes' } })
    const before = await countsOf(id)
    const second = await create({ id, name: 'Une fois', start: { from: 'template', template: 'bikes' } })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(await countsOf(id)).toEqual(before)
    expect((await create({ id, name: 'Autre' })).body).toMatchObject({ code: 'CLIENT_SENT_OTHERWISE', field: 'id' })
  })

  it.each<[string, object, string]>([
    ['a sector that there is not', { from: 'template', template: 'boats' }, 'start.template'],
    ['no start that there is', { from: 'nothing' }, 'start.from'],
    ['a client by half an id', { from: 'client', accountId: '12' }, 'start.accountId'],
  ])('with %s is refused', async (_title, start, field) => {
    expect(await create({ start })).toMatchObject({ status: 422, body: { code: 'REQUEST_INVALID', field } })
  })
})

describe('a client from a template', () => {
  it.each(clientTemplates)('of %s has its catalog in the language of the client', async (template) => {
    const { status, body } = await create({ language: 'nl-BE', start: { from: 'template', template } })
    expect([status, body.code]).toEqual([200, undefined])
    const written = writtenTemplate(template, 'nl-BE')
    expect(
      await rows(
        `select c.identifier, c.name, p.identifier as parent from category c
         left join category p on p.account_id = c.account_id and p.id = c.parent_category_id
         where c.account_id = $1 order by c.position`,
        body.id,
      ),
    ).toEqual(written.categories.map(({ identifier, name, parent }) => ({ identifier, name, parent })))
    expect(await countsOf(body.id)).toMatchObject({
      circuit: 7,
      question: written.questions.length,
      answer: written.questions.flatMap(({ answers }) => answers).length,
      category_question: written.categories.flatMap(({ questions }) => questions).length,
      refurb_step: 0,
    })
    const [texts] = await rows(
      `select (select json_object_agg(identifier, translations) from category where account_id = $1) as categories,
         (select json_agg(translations) from question where account_id = $1) as questions,
         (select json_agg(translations) from answer where account_id = $1) as answers`,
      body.id,
    )
    const french = writtenTemplate(template, 'fr-FR')
    expect(texts?.['categories']).toMatchObject(
      Object.fromEntries(french.categories.map(({ identifier, name }) => [identifier, { 'fr-FR': { name } }])),
    )
    const languagesOf = (each: unknown) => (each as object[]).map((one) => Object.keys(one).toSorted().join())
    const others = new Set(['de-DE,en-GB,fr-FR'])
    expect(new Set(languagesOf(texts?.['questions']))).toEqual(others)
    expect(new Set(languagesOf(texts?.['answers']))).toEqual(others)
  })

  it('has its workshop with the first warehouse, and no second one with the next', async () => {
    const { body } = await create({
      start: { from: 'template', template: 'phones' },
      isBuyerAndWorkshopsSupervisor: true,
    })
    const manager = await managerOf(body)
    const { refurb } = writtenTemplate('phones', 'fr-FR')
    expect((await office.send(manager, 'POST', '/api/organizations', warehouse(body))).status).toBe(200)
    const workshop = { refurb_step: refurb.steps.length, refurb_question: refurb.questions.length }
    expect(await countsOf(body.id)).toMatchObject(workshop)
    const due = await rows(
      `select q.label as question, a.label as answer, s.name as step, t.name as bench from refurb_answer_step x
       join refurb_answer a on a.id = x.answer_id join refurb_question q on q.id = a.question_id
       join refurb_step s on s.id = x.step_id join stock t on t.id = s.stock_id where x.account_id = $1
       order by q.position, a.position`,
      body.id,
    )
    expect(due[0]).toEqual({
      question: 'Données et comptes',
      answer: 'Données ou compte présents',
      step: 'Effacement des données',
      bench: 'Atelier',
    })
    const second = warehouse(body, { commonName: 'Atelier de Gand' })
    expect((await office.send(manager, 'POST', '/api/organizations', second)).status).toBe(200)
    expect(await countsOf(body.id)).toMatchObject(workshop)
  })
})

describe('a client that is copied', () => {
  it('has configuration and catalog of the other one, disabled, and nothing of its people, products and secrets', async () => {
    const source = await create({ start: { from: 'template', template: 'phones' } })
    const from = source.body.id
    await rows(
      `update organization_root_detail set cart_min_value = 2500, eula = 'Ours', enabled_premium_features = '{absorption}'
       where account_id = $1`,
      from,
    )
    await rows(
      `update circuit set status = 'enabled', own_label = true where account_id = $1 and type = 'web_post'`,
      from,
    )
    await rows(`update circuit set status = 'archived' where account_id = $1 and type = 'web_collect'`, from)
    await rows(
      `insert into dispatch_circuit_rule (account_id, id, circuit_id, custom_values)
      select account_id, uuid_v7(), id, '{"merchant": "42"}' from circuit where account_id = $1 and type = 'web_post'`,
      from,
    )
    await rows(
      `insert into dispatch_circuit_rule_category (account_id, rule_id, category_id)
      select r.account_id, r.id, c.id from dispatch_circuit_rule r join category c on c.account_id = r.account_id
      where r.account_id = $1 and c.identifier = 'smartphones'`,
      from,
    )
    const picture = newId()
    await rows(`insert into picture (account_id, id, type, bytes) values ($1, $2, 'image/png', '\\x01')`, from, picture)
    await rows(
      `update category set image = $2 where account_id = $1 and identifier = 'tablets'`,
      from,
      `/api/pictures/${picture}`,
    )
    await managerOf(source.body)

    const copy = await create({ name: 'Copie', start: { from: 'client', accountId: from } })
    expect([copy.status, copy.body.code]).toEqual([200, undefined])
    const to = copy.body.id
    const counted = await countsOf(from)
    expect(await countsOf(to)).toEqual({
      ...counted,
      user_account: 0,
      circuit: 6,
      circuit_instruction: counted['circuit_instruction']! - 4,
      circuit_payment_mode: 24,
      circuit_shipping_method: 6,
    })
    const [settings] = await rows(
      `select cart_min_value, eula, enabled_premium_features as features, refurb_start ->> 'bench' as bench
       from organization_root_detail where account_id = $1`,
      to,
    )
    expect(settings).toEqual({ cart_min_value: 2500, eula: null, features: [], bench: 'Atelier' })
    expect(
      await rows(
        `select c.name, c.status, c.own_label, r.custom_values, k.identifier, k.account_id from circuit c
         join dispatch_circuit_rule r on r.circuit_id = c.id join dispatch_circuit_rule_category y on y.rule_id = r.id
         join category k on k.id = y.category_id where c.account_id = $1`,
        to,
      ),
    ).toEqual([
      {
        name: 'En ligne, envoi postal',
        status: 'disabled',
        own_label: false,
        custom_values: {},
        identifier: 'smartphones',
        account_id: to,
      },
    ])
    const [tablets] = await rows(`select image from category where account_id = $1 and identifier = 'tablets'`, to)
    const shown = String(tablets?.['image'])
    expect(shown).not.toContain(picture)
    expect((await office.api.request(shown)).status).toBe(200)
  })

  it('in another language has its own texts where the other one has them translated, which stay beside', async () => {
    const source = await create({ start: { from: 'template', template: 'phones' } })
    const copy = await create({ language: 'de-DE', start: { from: 'client', accountId: source.body.id } })
    expect([copy.status, copy.body.code]).toEqual([200, undefined])
    const [tablets] = await rows(
      `select name, translations from category where account_id = $1 and identifier = 'phones-and-tablets'`,
      copy.body.id,
    )
    expect(tablets).toMatchObject({
      name: 'Telefone und Tablets',
      translations: { 'fr-FR': { name: 'Téléphonie et tablettes' }, 'en-GB': { name: 'Phones and tablets' } },
    })
  })

  it('in another language gives other readers the standard terms beside translated ones', async () => {
    const source = await create({ start: { from: 'template', template: 'phones' } })
    const german = { terms: 'Verkauft an {{buyer_name}}.' }
    await rows(
      'update organization_root_detail set translations = $2 where account_id = $1',
      source.body.id,
      JSON.stringify({ 'de-DE': german }),
    )
    const copy = await create({ language: 'de-DE', start: { from: 'client', accountId: source.body.id } })
    const [copied] = await rows(
      'select transfer_order_terms as terms, translations from organization_root_detail where account_id = $1',
      copy.body.id,
    )
    const others = (['fr-FR', 'en-GB', 'nl-BE'] as const).map((each) => [each, { terms: standardTerms[each] }])
    expect(copied).toEqual({ ...german, translations: Object.fromEntries(others) })
  })

  it('has pictures of its own in its texts, in each language', async () => {
    const { id: from } = (await create()).body
    const [first, second, gone] = [newId(), newId(), newId()]
    await rows(
      `insert into picture (account_id, id, type, bytes) values ($1, $2, 'image/png', '\\x01'), ($1, $3, 'image/png', '\\x02')`,
      from,
      first,
      second,
    )
    const said = (...ids: string[]) => ids.map((id) => `<img src="/api/pictures/${id}?width=960">`).join('')
    await rows(
      `update organization_root_detail set buyback_zero_description = $2, translations = $3 where account_id = $1`,
      from,
      said(first, gone),
      { 'de-DE': { noSearchResultDescription: said(second, first) } },
    )
    const copy = await create({ start: { from: 'client', accountId: from } })
    const pictures = await rows('select id from picture where account_id = $1 order by bytes', copy.body.id)
    const [one, two] = pictures.map(({ id }) => id as string)
    expect(pictures).toHaveLength(2)
    const [texts] = await rows(
      `select buyback_zero_description as zero, no_search_result_description as none, translations
       from organization_root_detail where account_id = $1`,
      copy.body.id,
    )
    expect(texts).toEqual({
      zero: said(one!, gone),
      none: null,
      translations: { 'de-DE': { noSearchResultDescription: said(two!, one!) } },
    })
  })

  it('has the circuits of an empty one where the other one has none', async () => {
    const { buyer } = office.api.accounts
    await rows('delete from circuit where account_id = $1', buyer.id)
    const copy = await create({ start: { from: 'client', accountId: buyer.id } })
    expect(await countsOf(copy.body.id)).toMatchObject({ circuit: 7, payment_mode: 4 })
  })

  it('is refused where amounts would mean something else, or nobody is copied', async () => {
    const source = await create({ currency: 'CHF' })
    const before = (await rows('select 1 from account')).length
    expect((await create({ start: { from: 'client', accountId: source.body.id } })).body).toMatchObject({
      code: 'CLIENT_COPY_CURRENCY',
      field: 'start.accountId',
    })
    expect(await create({ start: { from: 'client', accountId: newId() } })).toMatchObject({
      status: 404,
      body: { code: 'REQUEST_NOT_FOUND' },
    })
    expect((await rows('select 1 from account')).length).toBe(before)
    const { status } = await office.send(office.root, 'POST', '/api/accounts', newClient)
    expect(status).toBe(403)
  })
})
