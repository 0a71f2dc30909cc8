import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { inAccount } from '#api/db/in-account.ts'
import { createSaleWorld, outcomeOf, postAs, saleOf, type Asker, type SaleWorld } from './sale-world.ts'
import { testVault } from './vault.ts'

/** A buyback with its private link. */
export interface Sold {
  readonly id: string
  readonly trackingToken: string
}

const host = 'retailer.example'
export const bank = { iban: 'DE89 3704 0044 0532 0130 00', accountHolder: 'Anna Martin' }
export const address = { clientStreet: '3 rue Haute', clientZipCode: '69002', clientCity: 'Lyon', clientCountry: 'FR' }
/** The account before a correction, and after it. */
export const former = 'FR7630006000011234567890189'
export const corrected = 'DE89370400440532013000'

/** An account that sells, whose customers correct their details; set up and taken down with the tests of a file. */
export function prepareCorrections() {
  let world: SaleWorld
  let visitor: Asker

  beforeAll(async () => {
    world = await createSaleWorld()
    visitor = await world.visitor()
  })
  beforeEach(async () => {
    world.clock.now = world.startedAt
    await world.sql('delete from throttle')
    await world.sql('delete from mail_message')
  })
  afterAll(() => world.close())

  const sell = async (circuit: 'web_post' | 'web_collect' | 'web_drop' = 'web_post', change: object = {}) => {
    const sold = await postAs(visitor, '/api/buybacks', saleOf(world, circuit, change as Record<string, unknown>))
    expect([sold.status, sold.code]).toEqual([200, undefined])
    await world.sql('delete from mail_message')
    return sold.body as unknown as Sold
  }
  const ask = (token: string, json: object = { bank }) => postAs(world.api, `/api/tracking/${token}/corrections`, json)
  const mails = (kind: string) =>
    world.sql(
      `select recipient, subject, body_text as text, body_html as html, status, last_error as error from mail_message
        where kind = $1 order by created_at, id`,
      kind,
    )
  /** The token of the newest mail's link. */
  const linkOf = async (kind = 'bank_correction'): Promise<string> => {
    const link = /https?:\/\/(\S+)\/buyback\/tracking\/(c_\S+)/.exec(String((await mails(kind)).at(-1)?.['text']))
    expect(link?.[1]).toBe(host)
    return link![2]!
  }
  const asked = async (token: string, json: object = { bank }): Promise<string> => {
    expect(await ask(token, json)).toMatchObject({ status: 200, body: { isSent: true } })
    return linkOf('bank' in json ? 'bank_correction' : 'address_correction')
  }
  const read = async (link: string, at = host) =>
    outcomeOf(await world.api.request(`/api/corrections/${link}`, { headers: { host: at } }))
  const confirm = async (link: string, at = host) =>
    outcomeOf(await world.api.request(`/api/corrections/${link}/confirm`, { method: 'POST', headers: { host: at } }))
  const customerOf = async (id: string) =>
    (
      await world.sql(
        `select c.id, c.email, c.street, c.zip_code, c.city, c.account_holder, c.account_bic from customer c
          join buyback b on b.customer_id = c.id where b.id = $1`,
        id,
      )
    )[0]!
  const ibanOf = async (id: string) => {
    const customerId = String((await customerOf(id))['id'])
    const { accountId } = world
    return inAccount(
      world.api.db,
      accountId,
      async (tx) => (await openSecrets(tx, testVault, { accountId, customerId })).iban,
    )
  }
  const actionsOf = async (id: string) =>
    (
      await world.sql(
        `select h.action, h.details, h.actor_id from item_history h join item i on i.id = h.item_id
          where i.buyback_id = $1 and h.action like 'customer\\_%'`,
        id,
      )
    ).map((row) => row)
  return { world: () => world, sell, ask, mails, linkOf, asked, read, confirm, customerOf, ibanOf, actionsOf }
}
