import { expect, it } from 'vitest'
import { accountId, operator, signIn } from '#tests/support/device-fixture.ts'
import { leave, workKeyOf } from '#tests/support/device-with-key.ts'
import { allowed, preparePins, setPinOf } from '#tests/support/pin-device.ts'
import { storedText } from '#tests/support/stored-text.ts'
import { keepForPin, readPinHolders, updateKnownUser } from './offline-pin.ts'

const pin = '482137'
const { userId } = operator(1)
const values = { user: '{"lastname":"Zimmermann"}' }
const { begin, beginSignedOut } = preparePins(pin, values)

it('each operator of a shared device has a PIN of their own, and a copy behind it', async () => {
  const { server, device, engine, door, attempt } = await begin()
  await keepForPin(door.outbox, door.ports, userId, values)
  await leave(engine, 1)
  await signIn(engine, server, operator(2), workKeyOf(2))
  const second = operator(2).userId
  await updateKnownUser(door.outbox, door.ports, {
    userId: second,
    accountId,
    offline: allowed,
    heardAtMs: device.clockMs,
  })
  expect(await setPinOf(door, 2, '73019452')).toBe('OP 2')
  await keepForPin(door.outbox, door.ports, second, { user: 'second' })
  await leave(engine, 2)
  expect((await readPinHolders(door.outbox, door.ports)).map(({ label }) => label)).toEqual(['OP', 'OP 2'])
  device.offline = true
  expect(await attempt(pin, second)).toMatchObject({ kind: 'wrong' })
  expect(await attempt('73019452', second)).toEqual({ kind: 'open', values: { user: 'second' } })
  await engine.signIn(operator(2))
  expect(engine.copyInfo()?.itemCount).toBe(3)
  await keepForPin(door.outbox, door.ports, second, { user: 'second' })
  await leave(engine, 2)
  expect(await attempt(pin)).toEqual({ kind: 'open', values })
  await engine.signIn(operator(1))
  expect(engine.copyInfo()?.itemCount).toBe(3)
})

it('a thirteenth PIN takes the place of the oldest, whose copy goes with it', async () => {
  const { device, door } = await beginSignedOut()
  for (let number = 2; number <= 13; number++) {
    device.clockMs += 1000
    await setPinOf(door, number, pin)
  }
  expect(await storedText(device.indexedDB)).not.toContain(`userId=${userId}`)
})
