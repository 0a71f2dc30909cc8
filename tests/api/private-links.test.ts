import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { hashToken, newToken, type TokenKind } from '#api/http/token.ts'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner, createAccount, createItems, publishTerms, type TestAccount } from '#tests/support/factories.ts'
import { testVault } from '#tests/support/vault.ts'

let api: TestApi
let owner: pg.Client
let folder: string
let client: TestAccount
/** Each link of a client that leaves the program with a token of its own. */
let links: Readonly<Record<string, string>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-dist-'))
  for (const name of ['staff', 'journey']) {
    await mkdir(path.join(folder, name))
    await writeFile(path.join(folder, name, 'index.html'), `<p>${name}</p>`)
  }
  api = await createTestApi({
    webDist: folder,
    renderJourney: ({ site }) => ({
      status: 200,
      html: `site of ${site.branding.name}`,
      style: '',
      redirect: null,
      isPrivate: false,
    }),
    publicUrl: 'https://reprise.example',
  })
  owner = await connectAsOwner(api.testDatabase.ownerUrl)
  client = await createAccount(owner, 'Third')
  await owner.query(`update account set host = 'third.example' where id = $1`, [client.id])
  await publishTerms(owner)
  links = await linksOf(client)
})
afterAll(async () => {
  await owner.end()
  await api.close()
  await rm(folder, { recursive: true })
})

async function linksOf(account: TestAccount) {
  const accountId = account.id
  const [item] = await createItems(owner, account, 1)
  const kept = async (kind: TokenKind, statement: string, values: readonly unknown[]) => {
    const token = newToken(kind)
    await owner.query(statement, [accountId, newId(), hashToken(token), ...values])
    return token
  }
  const proposal = await kept(
    'proposal',
    `insert into price_proposal (account_id, id, token_hash, item_id, buyback_id, price_cents, expires_at)
     values ($1, $2, $3, $4, $5, 100, now() + interval '1 day')`,
    [item!.id, item!.buybackId],
  )
  // A reminder has given it a link of its own since.
  const earlier = newToken('proposal')
  await owner.query(
    'update price_proposal set earlier_token_hashes = array[$3::bytea] where account_id = $1 and item_id = $2',
    [accountId, item!.id, hashToken(earlier)],
  )
  const quote = await kept(
    'quote',
    `insert into quote (account_id, id, token_hash, product_id, content, price_version, created_at, expires_at)
     select $1, $2, $3, product_id, '{}', '0123456789abcdef', now(), now() + interval '15 days' from buyback
     where id = $4`,
    [item!.buybackId],
  )
  const { rows: customers } = await owner.query<{ id: string }>(
    `insert into customer (account_id, id, first_name, last_name) values ($1, $2, 'Zoé', 'Müller') returning id`,
    [accountId, newId()],
  )
  await owner.query('insert into customer_key (account_id, customer_id, wrapped_key) values ($1, $2, $3)', [
    accountId,
    customers[0]!.id,
    testVault.newKey('none').wrapped,
  ])
  const correction = await kept(
    'correction',
    `insert into customer_correction (account_id, id, token_hash, customer_id, buyback_id, kind, created_at, expires_at)
     values ($1, $2, $3, $4, $5, 'bank', now(), now())`,
    [customers[0]!.id, item!.buybackId],
  )
  const password = async (purpose: string, usedAt: Date | null) =>
    kept(
      'passwordLink',
      `insert into password_token (account_id, id, token_hash, user_id, purpose, created_at, expires_at, used_at)
       select $1, $2, $3, id, $4, now(), now() + interval '1 day', $5::timestamptz from user_account
       where account_id = $1 order by id limit 1`,
      [purpose, usedAt],
    )
  const tracked = trackingToken(testVault, { accountId, buybackId: item!.buybackId })
  return {
    tracking: `/buyback/tracking/${tracked}`,
    'an accepted price': `/buyback/${item!.buybackId}/accept?token=${proposal}`,
    'a declined price': `/buyback/${item!.buybackId}/reject?token=${proposal}`,
    'a price by an earlier link': `/buyback/${item!.buybackId}/accept?token=${earlier}`,
    'a correction': `/buyback/tracking/${correction}`,
    'a kept price': `/buyback/quote/${quote}`,
    'a new password': `/renew/${await password('renew', null)}`,
    'an invitation that was used': `/renew/${await password('create', new Date())}`,
  }
}

const ask = async (host: string, address: string) => {
  const response = await api.request(address, { headers: { host } })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}

it('every link of a client opens under its own host, and leads there from each other one', async () => {
  for (const [name, link] of Object.entries(links)) {
    const atHome = await ask('third.example', link)
    expect([name, atHome.status, atHome.location]).toEqual([name, 200, null])
    expect(atHome.text, name).toMatch(/^(site of Third|<p>staff<\/p>)$/)
    const isDoor = link.startsWith('/renew/')
    for (const host of ['other.example', 'retailer.example', ...(isDoor ? [] : ['reprise.example'])]) {
      const led = await ask(host, link)
      expect([name, host, led.status, led.location, led.text]).toEqual([
        name,
        host,
        307,
        `https://third.example${link}`,
        '',
      ])
    }
  }
})

it('a password is chosen at the installation’s own address too, while the client’s name may lead nowhere yet', async () => {
  for (const [name, link] of Object.entries(links).filter(([, address]) => address.startsWith('/renew/')))
    expect([name, await ask('reprise.example', link)]).toEqual([
      name,
      { status: 200, text: '<p>staff</p>', location: null },
    ])
})

it('the links of a client that rests are no other client’s', async () => {
  await owner.query(`update account set status = 'inactive' where id = $1`, [client.id])
  for (const [name, link] of Object.entries(links))
    expect([name, (await ask('other.example', link)).location]).toEqual([name, `https://third.example${link}`])
  await owner.query(`update account set status = 'active' where id = $1`, [client.id])
})

it('the links of a client without an address lead to the installation’s', async () => {
  await owner.query('update account set host = null where id = $1', [client.id])
  for (const [name, link] of Object.entries(links)) {
    expect([name, (await ask('other.example', link)).location]).toEqual([name, `https://reprise.example${link}`])
    const atHome = await ask('reprise.example', link)
    expect([name, atHome.status, atHome.location]).toEqual([name, 200, null])
  }
  await owner.query(`update account set host = 'third.example' where id = $1`, [client.id])
})

it('a link that names nothing stays where it is', async () => {
  for (const link of Object.values(links)) {
    const changed = `${link.slice(0, -9)}${link.at(-9) === 'A' ? 'B' : 'A'}${link.slice(-8)}`
    expect([changed, (await ask('other.example', changed)).location]).toEqual([changed, null])
    const other = link.replace(/[^/=]+$/, newToken('quote'))
    expect([other, (await ask('other.example', other)).location]).toEqual([other, null])
  }
})
