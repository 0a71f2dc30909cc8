import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { mailTexts } from '#api/mail/mail-texts.ts'
import { languages } from '#domain/kernel/languages.ts'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import { createSaleWorld, plainPrices, postAs, saleOf, type Asker, type SaleWorld } from '#tests/support/sale-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let world: SaleWorld
const recipient = 'anna@exemple.fr'
const day = 86_400_000

beforeAll(async () => {
  world = await createSaleWorld()
})
beforeEach(async () => {
  await world.sql('delete from throttle')
  await world.sql('delete from mail_message')
  world.clock.now = world.startedAt
})
afterAll(() => world.close())

async function keptPrice(visitor: Asker, imei?: string): Promise<string> {
  const { questionnaireId, answers, phoneId: productId } = world
  const asked = {
    productId,
    questionnaireId,
    answers: answers.best,
    prices: plainPrices(20_000),
    ...(imei && { imei }),
  }
  return ((await postAs(visitor, '/api/quotes', asked)).body as unknown as QuoteAnswer).token
}
const mailTo = (asker: Asker, token: string, email = recipient) => postAs(asker, `/api/quotes/${token}/mail`, { email })
const mails = () =>
  world.sql(
    'select kind, status, last_error as error, recipient, subject, body_text as text, body_html as html, language from mail_message order by created_at, id',
  )

describe('a kept price by mail', () => {
  it('names product, price, end and link, and nothing that the visitor has typed', async () => {
    const visitor = await world.visitor()
    const imei = '490154203237518'
    const token = await keptPrice(visitor, imei)
    expect(await mailTo(visitor, token)).toMatchObject({ status: 200, body: { isSent: true } })
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'kept_price', status: 'queued', recipient, language: 'fr-FR' })
    const text = String(mail?.['text'])
    expect(text).toMatch(/^Bonjour,\n/)
    expect(text).toContain(`/buyback/quote/${token}`)
    expect(text).toMatch(/200,00\s€/)
    expect(`${text}${String(mail?.['html'])}${String(mail?.['subject'])}`).not.toContain(imei)
  })

  it.each(languages)('is in the language of the page: %s', async (language) => {
    const token = await keptPrice(await world.visitor())
    await world.api.request(`/api/quotes/${token}/mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await visitorToken(world.api)}`, 'accept-language': language },
      json: { email: recipient },
    })
    const [mail] = await mails()
    const { subject, body, action = '', closing } = mailTexts[language].kept_price
    expect(mail).toMatchObject({ language, subject: expect.stringContaining(subject.split('{{')[0]!) })
    for (const words of [...body.map((line) => line.split('{{')[0]!), action, closing])
      for (const part of ['text', 'html']) expect(String(mail?.[part])).toContain(words)
    expect(String(mail?.['text'])).not.toContain('{{')
  })

  it('comes once a day, however often it is asked for', async () => {
    const visitor = await world.visitor()
    const token = await keptPrice(visitor)
    for (const email of [recipient, recipient, 'Anna+x@exemple.fr'])
      expect(await mailTo(visitor, token, email)).toMatchObject({ status: 200, body: { isSent: true } })
    expect(await mails()).toHaveLength(1)
    world.clock.now = new Date(world.startedAt.getTime() + day)
    expect(await mailTo(await world.visitor(), token)).toMatchObject({ status: 200 })
    expect(await mails()).toHaveLength(2)
  })

  it('is refused once it has ended or was sold, for an unknown link and a wrong address', async () => {
    const visitor = await world.visitor()
    const token = await keptPrice(visitor)
    expect(await mailTo(visitor, token, 'anna')).toMatchObject({ status: 422 })
    expect(await mailTo(visitor, `${token.slice(0, -4)}AAAA`)).toMatchObject({ status: 404 })
    await postAs(visitor, '/api/buybacks', { ...saleOf(world), quoteToken: token })
    expect(await mailTo(visitor, token)).toMatchObject({ status: 409, code: 'QUOTE_SOLD' })
    const late = await keptPrice(visitor)
    world.clock.now = new Date(world.startedAt.getTime() + 16 * day)
    expect(await mailTo(await world.visitor(), late)).toMatchObject({ status: 410, code: 'QUOTE_EXPIRED' })
    expect((await mails()).filter(({ kind }) => kind === 'kept_price')).toEqual([])
  })
})

describe('who writes to strangers by kept prices', () => {
  const stopped = async () => (await mails()).filter(({ status }) => status === 'failed').map(({ error }) => error)

  it('reaches one address a few times a day, from any number of senders, and is told', async () => {
    const { attempts } = throttleLimits.visitorMailByRecipient
    for (let each = 0; each < attempts; each++) {
      const visitor = await world.visitor()
      expect((await mailTo(visitor, await keptPrice(visitor))).body['isSent']).toBe(true)
    }
    const visitor = await world.visitor()
    expect((await mailTo(visitor, await keptPrice(visitor))).body['isSent']).toBe(false)
    expect(await stopped()).toEqual(['MAIL_LIMIT_RECIPIENT'])
  })

  it('reaches few addresses as one visitor', async () => {
    const visitor = await world.visitor()
    const token = await keptPrice(visitor)
    const { attempts } = throttleLimits.visitorMailByVisitor
    for (let each = 0; each <= attempts; each++) await mailTo(visitor, token, `s${each}@exemple.fr`)
    expect(await stopped()).toEqual(['MAIL_LIMIT_VISITOR'])
  })

  it('tells nobody who is a customer: an address whose product was tested is limited like another', async () => {
    const { rows } = await world.owner.query<{ id: string }>(
      `insert into customer (account_id, id, first_name, last_name, email)
       values ($1, gen_random_uuid(), 'Anna', 'Martin', $2) returning id`,
      [world.accountId, recipient],
    )
    const sold = await postAs(await world.visitor(), '/api/buybacks', saleOf(world))
    await world.sql('update buyback set customer_id = $2 where id = $1', sold.body['id'], rows[0]?.id)
    await world.sql('update item set tested = true where buyback_id = $1', sold.body['id'])
    await world.sql('delete from mail_message')
    const { attempts } = throttleLimits.visitorMailByRecipient
    const answers: unknown[] = []
    for (let each = 0; each <= attempts; each++) {
      const visitor = await world.visitor()
      answers.push((await mailTo(visitor, await keptPrice(visitor))).body['isSent'])
    }
    expect(answers.at(-1)).toBe(false)
    expect(await stopped()).toEqual(['MAIL_LIMIT_RECIPIENT'])
  })

  it('is not told that a stopped mail goes, and has it sent once a limit allows it', async () => {
    const visitor = await world.visitor()
    const token = await keptPrice(visitor)
    await mailTo(visitor, token, 'first@exemple.fr')
    const spent = throttleLimits.visitorMailByVisitor.attempts
    await world.sql('update throttle set hits = $1', spent)
    for (const _time of [1, 2]) expect((await mailTo(visitor, token)).body['isSent']).toBe(false)
    expect(await stopped()).toEqual(['MAIL_LIMIT_VISITOR'])
    await world.sql('delete from throttle')
    expect((await mailTo(await world.visitor(), token)).body['isSent']).toBe(true)
    expect(await stopped()).toEqual([])
    expect(await mails()).toHaveLength(2)
  })

  it('counts the same press once', async () => {
    const visitor = await world.visitor()
    const token = await keptPrice(visitor)
    const { attempts } = throttleLimits.visitorMailByRecipient
    for (let each = 0; each <= attempts; each++) expect((await mailTo(visitor, token)).body['isSent']).toBe(true)
    expect(await mails()).toHaveLength(1)
  })

  it('waits as one address', async () => {
    const visitor = await world.visitor()
    const ask = async () => (await mailTo(visitor, `quote_${'a'.repeat(40)}`)).status
    expect(await ask()).toBe(404)
    await world.sql('update throttle set hits = $1', throttleLimits.quoteMailByAddress.attempts)
    expect(await ask()).toBe(429)
  })
})
