// @module-tag slow
import { describe, expect, it } from 'vitest'
import { prepareReleases, told } from '#tests/support/payment-releases.ts'

const world = prepareReleases()
const {
  api,
  owner,
  manager,
  become,
  settled,
  paymentOf,
  statusOf,
  markPaid,
  ledgerOf,
  second,
  admin,
  signIn,
  post,
  rulePath,
  patchRule,
  readRule,
  listed,
  waitingFor,
  release,
  refuse,
  paymentIdOf,
  withRule,
} = world

/** 500 euros; a payment of the world's is 123.45. */
const above = 50_000

describe('the rule of two people', () => {
  it('is off until an account turns it on: one person pays alone', async () => {
    expect(await readRule()).toMatchObject({ releaseAboveCents: null, waiting: null })
    const id = await settled({ amountCents: 9_000_000 })
    expect((await markPaid(id)).status).toBe(200)
    expect(await statusOf(id)).toBe('payment_completed')
  })

  it('is refused where the account has one person who could release', async () => {
    const users = `update user_account set status = $2 where email = $1`
    await owner().query(users, ['south@retailer.example', 'inactive'])
    expect(await told(await patchRule(above))).toEqual([409, 'PAYMENT_RULE_ONE_PERSON'])
    await owner().query(users, ['south@retailer.example', 'active'])
    await signIn()
  })

  it('is turned on by one person, and changed and turned off by two', async () => {
    expect((await patchRule(above)).status).toBe(200)
    expect(await readRule()).toMatchObject({ releaseAboveCents: above, waiting: null })
    expect((await patchRule(null)).status).toBe(200)
    expect(await readRule()).toMatchObject({ releaseAboveCents: above, waiting: { releaseAboveCents: null } })
    expect(await told(await patchRule(90_000, second()))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    const { id } = await waitingFor('rule')
    expect(await told(await release(id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(id)).status).toBe(200)
    expect(await readRule()).toMatchObject({ releaseAboveCents: null, waiting: null })
    const history = (await listed('subject=rule')).map(({ state, rule, madeBy }) => ({ state, rule, madeBy }))
    expect(history).toMatchObject([
      { state: 'released', rule: { releaseAboveCents: null }, madeBy: expect.any(String) },
      { state: 'not_needed', rule: { releaseAboveCents: above } },
    ])
  })

  it('is read by those who read settings, and changed by managers alone', async () => {
    const analyst = await api().signIn('root_management_unit_analyst')
    expect((await analyst.request(rulePath())).status).toBe(200)
    expect(await told(await patchRule(1, analyst))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    const other = await api().signIn('manager@other.example')
    expect((await other.request(rulePath())).status).toBe(404)
    expect((await patchRule(1, other)).status).toBe(404)
  })
})

describe('a payment that is marked as paid by hand', () => {
  it('waits above the amount, and is paid when another user releases it', async () => {
    await withRule(above)
    const id = await settled({ amountCents: above + 1 })
    const marked = await markPaid(id, manager(), 'VIR 42')
    expect([marked.status, await marked.json()]).toMatchObject([
      200,
      { status: 'payment_created', releaseState: 'waiting', complementaryInformation: null },
    ])
    expect(await told(await markPaid(id))).toEqual([409, 'PAYMENT_RELEASE_WAITING'])
    const buyback = await manager().request(`/api/buybacks/${id}`)
    expect(await buyback.json()).toMatchObject({ payment: { isWaiting: true } })
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(waiting).toMatchObject({
      subject: 'mark',
      amountCents: above + 1,
      currency: 'EUR',
      note: 'VIR 42',
      mayRelease: true,
      isOwn: false,
    })
    expect(await waitingFor(waiting.paymentId!, manager())).toMatchObject({ mayRelease: false, isOwn: true })
    expect(await told(await release(waiting.id, manager()))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect(await statusOf(id)).toBe('payment_created')
    expect((await release(waiting.id)).status).toBe(200)
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect(await paymentOf(id)).toMatchObject({
      status: 'payment_completed',
      complementaryInformation: 'VIR 42',
      releaseState: null,
    })
    expect((await ledgerOf(id)).filter(({ kind }) => kind === 'paid')).toMatchObject([
      { ledger: 'customers' },
      { ledger: 'manual' },
    ])
  })

  it('counts with what the same user has moved alone that day, by hand and in files', async () => {
    await withRule(above)
    const file = await settled({ mode: 'transfer', amountCents: 20_000 })
    const made = await post('/api/payment-files', { paymentIds: [await paymentIdOf(file)] })
    expect(await made.json()).toMatchObject({ file: { releaseState: 'not_needed' } })
    const parts = [await settled({ amountCents: 20_000 }), await settled({ amountCents: 10_001 })]
    expect(await (await markPaid(parts[0]!)).json()).toMatchObject({ status: 'payment_completed' })
    expect(await (await markPaid(parts[1]!)).json()).toMatchObject({ status: 'payment_created' })
    const rest = await settled({ amountCents: 10_000 })
    expect(await (await markPaid(rest)).json()).toMatchObject({ status: 'payment_completed' })
    // Another user's day, and the next day, begin at nothing.
    const others = await settled({ amountCents: above })
    expect(await (await markPaid(others, second())).json()).toMatchObject({ status: 'payment_completed' })
    await withRule(above)
    const next = await settled({ amountCents: above })
    expect(await (await markPaid(next)).json()).toMatchObject({ status: 'payment_completed' })
  })

  it('goes past the amount once of two that are marked at once', async () => {
    await withRule(above)
    const ids = [await settled({ amountCents: 30_000 }), await settled({ amountCents: 30_000 })]
    await Promise.all(ids.map((id) => markPaid(id)))
    expect((await Promise.all(ids.map(statusOf))).toSorted()).toEqual(['payment_completed', 'payment_created'])
  })

  it('stays due when it is refused, and its maker is told why', async () => {
    await withRule(0)
    const id = await settled({ mode: 'transfer' })
    await markPaid(id)
    const paymentId = await paymentIdOf(id)
    const file = await post('/api/payment-files', { paymentIds: [paymentId] })
    expect(await told(file)).toEqual([409, 'PAYMENT_FILE_NOT_TRANSFERABLE'])
    const waiting = await waitingFor(paymentId)
    expect(await (await refuse(waiting.id, second(), 'No proof of the transfer')).json()).toMatchObject({
      state: 'refused',
      reason: 'No proof of the transfer',
    })
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_created', releaseState: 'refused' })
    const { rows } = await owner().query<{ recipient: string; body_text: string }>(
      `select recipient, body_text from mail_message where dedupe_key = $1`,
      [`payment_release_refused:${waiting.id}`],
    )
    expect(rows).toMatchObject([{ recipient: 'root_management_unit_manager@retailer.example' }])
    expect(rows[0]!.body_text).toContain('No proof of the transfer')
    expect((await post('/api/payment-files', { paymentIds: [paymentId] })).status).toBe(200)
  })

  it('is taken back by its maker', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    expect(await (await refuse(waiting.id, manager())).json()).toMatchObject({ state: 'withdrawn' })
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect(await paymentOf(id)).toMatchObject({ status: 'payment_created', releaseState: null })
  })

  it('waits for nobody once its buyback is cancelled', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    await become(id, 'bb_cancelled')
    expect(await told(await release(waiting.id))).toEqual([409, 'PAYMENT_RELEASE_DECIDED'])
    expect(await statusOf(id)).toBe('payment_cancelled')
  })

  it('is released once, whatever comes at the same moment', { tags: ['slow'] }, async () => {
    await withRule(0)
    for (let round = 0; round < 6; round += 1) {
      const id = await settled()
      await markPaid(id)
      const { id: waiting } = await waitingFor(await paymentIdOf(id))
      const cancel = () => post(`/api/buybacks/${id}/cancel`, { reason: 'other' }, second())
      const crossing = await Promise.all([
        release(waiting),
        release(waiting, admin()),
        ...(round % 2 === 0 ? [refuse(waiting, manager())] : [cancel()]),
      ])
      expect(crossing.map(({ status }) => status)).not.toContain(500)
      const released = (await listed('')).find((each) => each.id === waiting)!
      const paid = (await ledgerOf(id)).filter(({ kind, cents }) => kind === 'paid' && cents > 0)
      expect(paid).toHaveLength(released.state === 'released' ? 1 : 0)
      expect(crossing.slice(0, 2).filter(({ status }) => status === 200)).toHaveLength(paid.length)
    }
  })

  it('is released though its maker was deactivated since, and by no user who was', async () => {
    await withRule(0)
    const [id, another] = [await settled(), await settled()]
    await markPaid(id)
    await markPaid(another, second())
    const users = `update user_account set status = $2, access_epoch = access_epoch + 1 where email = $1`
    const theirs = await waitingFor(await paymentIdOf(another), manager())
    const waiting = await waitingFor(await paymentIdOf(id))
    await owner().query(users, ['south@retailer.example', 'inactive'])
    expect((await release(waiting.id)).status).toBe(401)
    expect((await release(theirs.id, manager())).status).toBe(200)
    await owner().query(users, ['south@retailer.example', 'active'])
    await signIn()
    await owner().query(users, ['root_management_unit_manager@retailer.example', 'inactive'])
    expect((await release(waiting.id)).status).toBe(200)
    await owner().query(users, ['root_management_unit_manager@retailer.example', 'active'])
    await world.signInAgain()
    expect([await statusOf(id), await statusOf(another)]).toEqual(['payment_completed', 'payment_completed'])
  })

  it('is not released by the same person in another module', async () => {
    await withRule(0)
    await owner().query(
      `insert into user_module (account_id, user_id, module, user_type, organization_id)
       select account_id, user_id, 'tim', user_type, organization_id from user_module where user_id = $1`,
      [api().accounts.userIds['root_management_unit_manager@retailer.example']],
    )
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    const elsewhere = await api().signIn('root_management_unit_manager', { module: 'tim' })
    expect(await told(await release(waiting.id, elsewhere))).toEqual([403, 'PAYMENT_RELEASE_OWN'])
    expect((await release(waiting.id, admin())).status).toBe(200)
  })

  it('is nothing to users of other accounts, or without the permission', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    const other = await api().signIn('manager@other.example')
    expect(await listed('', other)).toEqual([])
    expect((await release(waiting.id, other)).status).toBe(404)
    expect((await refuse(waiting.id, other)).status).toBe(404)
    for (const who of ['store_manager', 'warehouse_manager', 'root_management_unit_analyst']) {
      const session = await api().signIn(who)
      expect(await told(await release(waiting.id, session))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    }
    // A buyer sees what is assigned to it alone, and releases only where it pays itself.
    const buyer = await api().signIn('buyer_manager')
    expect((await release(waiting.id, buyer)).status).toBe(404)
    await world.assignToBuyer(id)
    expect(await waitingFor(waiting.paymentId!, buyer)).toMatchObject({ mayRelease: false, bar: 'not_acting' })
    expect(await listed('releasable=true', buyer)).toEqual([])
    expect(await told(await release(waiting.id, buyer))).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    const issuer = `update account set payment_issuer = $2 where id = $1`
    await owner().query(issuer, [api().accounts.retailer.id, 'buyer'])
    const released = await release(waiting.id, buyer)
    // The buyer's user is of another account, and has a name all the same.
    expect([released.status, await released.json()]).toMatchObject([200, { decidedBy: expect.stringMatching(/\S \S/) }])
    await owner().query(issuer, [api().accounts.retailer.id, 'retailer'])
  })
})

describe('a user who is new', () => {
  it('releases nothing for a week, as one with another e-mail or post', async () => {
    await withRule(0)
    const id = await settled()
    await markPaid(id)
    const waiting = await waitingFor(await paymentIdOf(id))
    const days = (column: string, age: number, table: string, key: string) =>
      owner().query(`update ${table} set ${column} = $2 where account_id = $3 and ${key} = $1`, [
        api().accounts.userIds['south@retailer.example'],
        new Date(world.now() - age * 24 * 3600_000),
        api().accounts.retailer.id,
      ])
    await owner().query('update payment_rule set on_since = $1', [new Date(world.now() - 90 * 24 * 3600_000)])
    for (const [column, table, key] of [
      ['email_since', 'user_account', 'id'],
      ['held_since', 'user_module', 'user_id'],
    ] as const) {
      await days(column, 6, table, key)
      expect(await waitingFor(waiting.paymentId!)).toMatchObject({ mayRelease: false, bar: 'new_user' })
      expect(await listed('releasable=true')).toEqual([])
      expect(await told(await release(waiting.id))).toEqual([403, 'PAYMENT_RELEASE_NEW_USER'])
      await days(column, 8, table, key)
    }
    expect((await listed('releasable=true')).map((each) => each.id)).toEqual([waiting.id])
    expect((await release(waiting.id)).status).toBe(200)
  })

  it('is one who got another e-mail or type since the rule is on', async () => {
    await withRule(0)
    const since = async () =>
      (
        await owner().query<{ email: boolean; post: boolean }>(
          `select u.email_since > y.on_since as email, m.held_since > y.on_since as post
           from user_account u join user_module m on m.user_id = u.id join payment_rule y on y.account_id = u.account_id
           where u.id = $1`,
          [api().accounts.userIds['store_manager@retailer.example']],
        )
      ).rows
    await owner().query('update payment_rule set on_since = clock_timestamp()')
    expect(await since()).toEqual([{ email: false, post: false }])
    await owner().query(`update user_account set email = 'other-store@retailer.example' where email = $1`, [
      'store_manager@retailer.example',
    ])
    expect(await since()).toEqual([{ email: true, post: false }])
    await owner().query(`update user_module set user_type = 'store_seller' where user_id = $1`, [
      api().accounts.userIds['store_manager@retailer.example'],
    ])
    expect(await since()).toEqual([{ email: true, post: true }])
  })
})

describe('the list of releases', () => {
  it('is searched, sorted, and exported as it is shown', async () => {
    await withRule(0)
    const [small, large] = [await settled({ amountCents: 1_234 }), await settled({ amountCents: 5_678 })]
    await markPaid(small)
    await markPaid(large)
    const waiting = await listed('state=waiting&order[amount]=desc')
    expect(waiting.map(({ amountCents }) => amountCents)).toEqual([5_678, 1_234])
    expect((await listed('state=waiting&q=12.34')).map(({ amountCents }) => amountCents)).toEqual([1_234])
    const code = (await paymentOf(large)).buybackCode
    expect((await listed(`state=waiting&q=${code}`)).map(({ amountCents }) => amountCents)).toEqual([5_678])
    const csv = await (await second().request('/api/payment-releases.csv?state=waiting&language=en-GB')).text()
    expect(csv).toContain('Payment by hand')
    expect(csv).toContain(code)
    for (const { id } of waiting) await refuse(id)
  })
})
