import { describe, expect, it, vi } from 'vitest'
import { mostWrongPins } from '#domain/access/offline-pin.ts'
import { accountId, operator, signIn } from '#tests/support/device-fixture.ts'
import { leave, signInWithKey, workKeyOf } from '#tests/support/device-with-key.ts'
import { scan, statusOf, inStock } from '#tests/support/engine-floor.ts'
import { allowed, preparePins, type openDoor } from '#tests/support/pin-device.ts'
import { itemRow, uuid } from '#tests/support/rows.ts'
import { storedText } from '#tests/support/stored-text.ts'
import { isSomebodySignedIn, readPinEnd, readSessionByPin } from './kept-session.ts'
import { forgetPin, updateKnownUser, keepForPin, pinLabel, readPinHolders, tryPin } from './offline-pin.ts'
import { holdsRows, pinDatabaseName } from './pin-copies.ts'

const pin = '482137'
const wrongPin = '905847'
const dayMs = 86_400_000
const { userId } = operator(1)
const values = { user: '{"lastname":"Zimmermann"}' }

const { devices, doorOf, begin, beginSignedOut } = preparePins(pin, values)

describe('the PIN of a device', () => {
  it('brings back session, copy and unsent work, and no right to send', async () => {
    const { device, engine, door, attempt } = await begin()
    device.offline = true
    await scan(engine, 1)
    await keepForPin(door.outbox, door.ports, userId, values)
    await leave(engine, 1)
    expect(await attempt(pin)).toEqual({ kind: 'open', values })
    await engine.signIn(operator(1))
    expect(engine.copyInfo()?.itemCount).toBe(3)
    expect(await statusOf(engine, 1)).toBe(inStock)
    await scan(engine, 2)
    expect(await engine.accounting()).toMatchObject({ pending: 2 })
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 2, applied: 0 })
    expect(await engine.refreshStatus()).toMatchObject({ signInNeeded: true, waiting: 2 })
  })

  it('lets go what waits once its user has signed in again, each action once', async () => {
    const { server, device, engine, attempt, door } = await begin()
    device.offline = true
    await scan(engine, 1)
    await keepForPin(door.outbox, door.ports, userId, values)
    await leave(engine, 1)
    await attempt(pin)
    await engine.signIn(operator(1))
    await scan(engine, 2)
    device.offline = false
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })

  it('sends nothing of its user while another one is signed in', async () => {
    const { server, device, engine, attempt } = await beginSignedOut()
    device.offline = true
    await attempt(pin)
    await engine.signIn(operator(1))
    await scan(engine, 2)
    device.offline = false
    await signIn(engine, server, operator(2), workKeyOf(2))
    expect(await engine.accounting()).toMatchObject({ pending: 1, applied: 0 })
  })

  it('opens today’s decided work, which the sign-out has encrypted', async () => {
    const { engine, attempt, door } = await begin()
    await scan(engine, 1)
    await engine.sync()
    await keepForPin(door.outbox, door.ports, userId, values)
    await leave(engine, 1)
    expect(await engine.lines('l')).toMatchObject([{ code: '' }])
    await attempt(pin)
    expect(await engine.lines('l')).toMatchObject([{ code: itemRow(1).code }])
  })

  it('shows what was decided after its copy was kept, however long ago that was captured', async () => {
    const { device, engine, attempt, door } = await begin()
    device.offline = true
    await scan(engine, 1)
    await keepForPin(door.outbox, door.ports, userId, values)
    device.offline = false
    await engine.sync()
    await leave(engine, 1)
    device.clockMs += 2 * dayMs
    device.offline = true
    await attempt(pin)
    await engine.signIn(operator(1))
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
    expect(await statusOf(engine, 1)).toBe(inStock)
  })

  it('keeps its user signed in through a killed browser, and no longer than its days', async () => {
    const { device, attempt, door } = await beginSignedOut()
    const isIn = () => door.outbox.reach((open) => isSomebodySignedIn(open, device.clockMs))
    await attempt(pin)
    // The page keeps the session as at any sign-in.
    await door.outbox.writing(
      async (open) => void (await open.meta.put({ key: 'signedIn', value: { userId, turn: 9, values } })),
    )
    expect(await isIn()).toBe(true)
    const end = (who: string) => door.outbox.reach((open) => readPinEnd(open, who, device.clockMs))
    expect(await end(userId)).toMatchObject({ pinEndsSoon: false })
    expect(await end(uuid(5, 9))).toBeNull()
    device.clockMs += 6 * dayMs
    expect(await end(userId)).toMatchObject({ pinEndsSoon: true })
    device.clockMs += 2 * dayMs
    expect(await isIn()).toBe(false)
  })
})

describe('a sign-out with a PIN', () => {
  it('leaves nothing readable on the device', async () => {
    const { device } = await beginSignedOut()
    const text = await storedText(device.indexedDB)
    expect(text).toContain(pinDatabaseName)
    const { productLabel, imei, code } = itemRow(1)
    for (const word of [productLabel ?? '', imei ?? '', code, 'Operator 1', 'Zimmermann', pin]) {
      expect(text).not.toContain(word)
    }
  })

  it('keeps no copies that nothing opens any more, once its user has signed in with the server', async () => {
    const { door } = await beginSignedOut()
    expect(await holdsRows(door.ports, [pinDatabaseName])).toBe(true)
    const grant = {
      queue: `d|${userId}|rps`,
      userId,
      token: 't',
      expiresAt: '2027-01-01T00:00:00Z',
      lockKey: undefined,
    }
    await door.outbox.storeGrant(grant)
    expect(await holdsRows(door.ports, [pinDatabaseName])).toBe(false)
  })

  it('keeps no key that script could read, and no wrong PIN opens what is kept', async () => {
    const { door, attempt } = await beginSignedOut()
    const row = await door.outbox.reach(async (open) => (await open.device.get(`pin:${userId}`))?.value)
    const { deviceKey } = (row as { readonly key: { readonly deviceKey: CryptoKey } }).key
    expect(deviceKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', deviceKey)).rejects.toThrow()
    expect(await attempt(wrongPin)).toMatchObject({ kind: 'wrong' })
  })

  it('from a device that lacks its key opens to no PIN, the right one neither', async () => {
    const { door, attempt } = await beginSignedOut()
    const strange = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await door.outbox.writing(async (open) => {
      const kept = await open.device.get(`pin:${userId}`)
      const row = kept!.value as { readonly key: object }
      await open.device.put({ ...kept!, value: { ...row, key: { ...row.key, deviceKey: strange } } })
    })
    expect(await attempt(pin)).toMatchObject({ kind: 'wrong' })
  })

  it('without a PIN keeps nothing behind one', async () => {
    const { device, engine } = await signInWithKey(devices)
    const door = doorOf(device)
    await keepForPin(door.outbox, door.ports, userId, values)
    await leave(engine, 1)
    expect((await device.indexedDB.databases()).map(({ name }) => name)).not.toContain(pinDatabaseName)
    expect(await tryPin(door.outbox, door.ports, userId, pin)).toEqual({ kind: 'gone' })
  })
})

describe('wrong PINs', () => {
  it('are waited for longer and longer, and the wait is the same after a killed browser', async () => {
    const { device, attempt } = await beginSignedOut()
    expect(await attempt(wrongPin)).toEqual({ kind: 'wrong', left: 9, waitMs: 0 })
    expect(await attempt(wrongPin)).toEqual({ kind: 'wrong', left: 8, waitMs: 0 })
    expect(await attempt(wrongPin)).toEqual({ kind: 'wrong', left: 7, waitMs: 5000 })
    const other = doorOf(device)
    const again = (tried: string) => tryPin(other.outbox, other.ports, userId, tried)
    expect(await again(pin)).toMatchObject({ kind: 'waits' })
    device.clockMs += 5000
    expect(await again(wrongPin)).toEqual({ kind: 'wrong', left: 6, waitMs: 15_000 })
    device.clockMs += 15_000
    expect(await again(pin)).toMatchObject({ kind: 'open' })
  })

  it('gain nothing by setting the clock back', async () => {
    const { device, attempt } = await beginSignedOut()
    for (let count = 0; count < 3; count++) await attempt(wrongPin)
    device.clockMs -= dayMs
    expect(await attempt(pin)).toMatchObject({ kind: 'waits' })
  })

  it('end at ten with nothing left to try, and unsent work stays', async () => {
    const { device, engine, door, attempt } = await begin()
    device.offline = true
    await scan(engine, 1)
    await keepForPin(door.outbox, door.ports, userId, values)
    await leave(engine, 1)
    const kinds: string[] = []
    for (let count = 0; count < mostWrongPins; count++) {
      kinds.push((await attempt(wrongPin)).kind)
      device.clockMs += 3_600_000
    }
    expect(kinds).toEqual([...Array.from({ length: 9 }, () => 'wrong'), 'wiped'])
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
    expect(await readPinHolders(door.outbox, door.ports)).toEqual([])
    expect(await storedText(device.indexedDB)).not.toContain(`pin:${userId}`)
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
  })

  it('that the page was ended at count, too', async () => {
    const { door, device, attempt } = await beginSignedOut()
    await door.outbox.writing(async (open) => {
      const kept = await open.device.get(`pin:${userId}`)
      await open.device.put({ ...kept!, value: { ...(kept!.value as object), wrong: mostWrongPins } })
    })
    device.clockMs += dayMs
    expect(await attempt(pin)).toEqual({ kind: 'wiped' })
  })
})

const rowOf = (door: ReturnType<typeof openDoor>) =>
  door.outbox.reach(async (open) => (await open.device.get(`pin:${userId}`))?.value)
/** When the server was heard of last, which the clock has left since. */
const heardOf = async (door: ReturnType<typeof openDoor>) =>
  ((await rowOf(door)) as { readonly heardAtMs: number }).heardAtMs
const latestOf = async (door: ReturnType<typeof openDoor>) =>
  ((await rowOf(door)) as { readonly latestMs: number }).latestMs

describe('a right PIN', () => {
  // Of the copy's head: its rows lie packed.
  const copied = 'name=awaiting_control'
  const hanging = () => new Promise<never>(() => undefined)

  it('counts as none that was wrong, although its page is closed while the copies come back', async () => {
    const { door, attempt } = await beginSignedOut()
    for (let count = 0; count < 2; count++) await attempt(wrongPin)
    void tryPin(door.outbox, { ...door.ports, runLocked: hanging }, userId, pin)
    await vi.waitFor(async () => expect(await rowOf(door)).toMatchObject({ wrong: 0, waitsUntilMs: 0 }), 10_000)
  })

  it('opens nothing where the app cannot read who signed out', async () => {
    const { device, door } = await beginSignedOut()
    expect(await tryPin(door.outbox, door.ports, userId, pin, () => false)).toEqual({ kind: 'gone' })
    expect(await door.outbox.reach((open) => readSessionByPin(open))).toBeUndefined()
    expect(await storedText(device.indexedDB)).not.toContain(copied)
    expect(await tryPin(door.outbox, door.ports, userId, pin)).toMatchObject({ kind: 'open' })
    expect(await storedText(device.indexedDB)).toContain(copied)
  })

  it('opens nothing of a PIN that another tab has forgotten, and does not bring it back', async () => {
    const { device, door } = await beginSignedOut()
    const { runLocked } = door.ports
    const ports: typeof door.ports = {
      ...door.ports,
      async runLocked(lock, task) {
        await forgetPin(door.outbox, door.ports, userId)
        return runLocked(lock, task)
      },
    }
    expect(await tryPin(door.outbox, ports, userId, pin)).toEqual({ kind: 'gone' })
    expect(await rowOf(door)).toBeUndefined()
    expect(await door.outbox.reach((open) => readSessionByPin(open))).toBeUndefined()
    expect(await storedText(device.indexedDB)).not.toContain(copied)
  })
})

describe('a PIN counts', () => {
  it('for the days since the server was heard of, which a clock that is set back does not stretch', async () => {
    const { device, door, attempt } = await beginSignedOut()
    device.clockMs += 7 * dayMs
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
    device.clockMs -= dayMs
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
    expect(await readPinHolders(door.outbox, door.ports)).toEqual([])
    expect(await storedText(device.indexedDB)).not.toContain(`userId=${userId}`)
  })

  it.each([
    ['the door', (door: ReturnType<typeof openDoor>) => readPinHolders(door.outbox, door.ports)],
    ['its own page', (door: ReturnType<typeof openDoor>) => pinLabel(door.outbox, door.ports, userId)],
  ])('no longer for a clock that is set back behind a look at %s', async (_where, look) => {
    const { device, door, attempt } = await beginSignedOut()
    const heardAtMs = await heardOf(door)
    device.clockMs = heardAtMs + 6 * dayMs
    await look(door)
    device.clockMs -= 6 * dayMs
    expect(await latestOf(door)).toBeGreaterThanOrEqual(heardAtMs + 6 * dayMs)
    device.clockMs += 7 * dayMs
    await look(door)
    device.clockMs -= 7 * dayMs
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
  })

  it('for as many days again after each answer of the server that names its user', async () => {
    const { device, door, attempt } = await beginSignedOut()
    device.clockMs += 6 * dayMs
    await updateKnownUser(door.outbox, door.ports, { userId, accountId, offline: allowed, heardAtMs: device.clockMs })
    device.clockMs += 6 * dayMs
    expect(await attempt(pin)).toMatchObject({ kind: 'open' })
  })

  it.each([
    ['the password or the access has changed', { userId, accountId, offline: { days: 7, mark: 'second' } }],
    ['the account allows none any more', { userId, accountId, offline: { days: 0, mark: 'first' } }],
    ['a user of another account has signed in', { userId: uuid(5, 9), accountId: uuid(1, 9), offline: allowed }],
    [
      'a colleague hears that the account allows none',
      { userId: uuid(5, 9), accountId, offline: { days: 0, mark: 'x' } },
    ],
  ])('no more once %s', async (_why, heard) => {
    const { device, door, attempt } = await beginSignedOut()
    await updateKnownUser(door.outbox, door.ports, { ...heard, heardAtMs: device.clockMs })
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
    expect(await storedText(device.indexedDB)).not.toContain(`pin:${userId}`)
  })

  it('for as many days as a colleague hears that the account allows', async () => {
    const { device, door, attempt } = await beginSignedOut()
    const heard = { userId: uuid(5, 9), accountId, offline: { days: 2, mark: 'theirs' }, heardAtMs: device.clockMs }
    await updateKnownUser(door.outbox, door.ports, heard)
    device.clockMs += 3 * dayMs
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
  })

  it('for what its user had at the last sign-out, not at one before a sign-in', async () => {
    const { server, engine, door, attempt } = await beginSignedOut()
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect(await readPinHolders(door.outbox, door.ports)).toEqual([])
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
  })

  it('whatever the server has said of its user before', async () => {
    const { device, door, attempt } = await beginSignedOut()
    const hear = (mark: string, heardAtMs: number, days = 7) =>
      updateKnownUser(door.outbox, door.ports, { userId, accountId, offline: { days, mark }, heardAtMs })
    const heardAtMs = await heardOf(door)
    await hear('former', heardAtMs - 1)
    await hear(allowed.mark, heardAtMs - dayMs)
    await updateKnownUser(door.outbox, door.ports, { userId, accountId: uuid(1, 9), heardAtMs: heardAtMs - 1 })
    device.clockMs = heardAtMs + 7 * dayMs - 3_600_000
    expect(await attempt(pin)).toMatchObject({ kind: 'open' })
  })

  it('no longer for the same answer of the server that is heard of twice, by a clock that is set back between', async () => {
    const { device, door, attempt } = await beginSignedOut()
    const heardAtMs = await heardOf(door)
    device.clockMs = heardAtMs + 6 * dayMs
    await readPinHolders(door.outbox, door.ports)
    device.clockMs -= 6 * dayMs
    await updateKnownUser(door.outbox, door.ports, { userId, accountId, offline: allowed, heardAtMs })
    expect(await latestOf(door)).toBeGreaterThanOrEqual(heardAtMs + 6 * dayMs)
    expect(await attempt(pin)).toMatchObject({ kind: 'open' })
  })

  it('although its clock was ahead when it was set, until the server says otherwise', async () => {
    const { device, door, attempt } = await beginSignedOut()
    device.clockMs -= 365 * dayMs
    const heard = { userId, accountId, offline: { days: 7, mark: 'second' }, heardAtMs: device.clockMs }
    await updateKnownUser(door.outbox, door.ports, heard)
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
  })

  it('no more once its user has removed it', async () => {
    const { door, attempt } = await beginSignedOut()
    expect(await pinLabel(door.outbox, door.ports, userId)).toBe('OP')
    await forgetPin(door.outbox, door.ports, userId)
    expect(await attempt(pin)).toEqual({ kind: 'gone' })
    expect(await pinLabel(door.outbox, door.ports, userId)).toBeNull()
  })

  it('at the door alone, not while its user has never signed out', async () => {
    const { door } = await begin()
    expect(await readPinHolders(door.outbox, door.ports)).toEqual([])
  })
})
