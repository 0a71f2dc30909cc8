import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'
import { SecondFactorScreen } from './second-factor-screen.tsx'

/** Work of a module that waits on this device without a grant, in the stores that tell so. */
async function keepWork(module: string): Promise<void> {
  await withOutbox((outbox) => outbox.overview())
  const opening = indexedDB.open(databaseNames.outbox)
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('the database does not open')))
  })
  const writing = database.transaction(['ops', 'counters'], 'readwrite')
  const done = new Promise((resolve) => {
    writing.addEventListener('complete', resolve)
  })
  const queue = `d|u|${module}`
  writing.objectStore('counters').put({ name: `seq:${queue}`, value: 1 })
  writing.objectStore('ops').put({ opId: module, queue, seq: 1, order: 1, lanes: [], state: 'pending' })
  await done
  database.close()
}

it('a user of whom codes are demanded sets them up without the password again, and goes on once they are kept', async () => {
  const onDone = vi.fn<() => void>()
  const user = signedInUser({ module: 'root', userType: 'admin' })
  await keepWork('tim')
  const { fill, press, place, asked, button } = await openOffice(() => <SecondFactorScreen onDone={onDone} />, {
    answer: ({ path }) => {
      if (path === '/api/session/codes/confirm') return { recoveryCodes: ['abcde-fghjk', 'mnpqr-stuvw'] }
      if (path === '/api/session/module') return user
      return { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Reprise:c@d.example?secret=JBSWY3DPEHPK3PXP' }
    },
    texts: ['access'],
    pages: ['/second-factor'],
  })
  await press('Configurer maintenant')
  await vi.waitUntil(() => place.textContent.includes('JBSWY3DPEHPK3PXP'), { timeout: 10_000 })
  await fill('Code', '123456')
  await press('Vérifier le code')
  await vi.waitUntil(() => place.textContent.includes('mnpqr-stuvw'), { timeout: 10_000 })
  expect(onDone).not.toHaveBeenCalled()
  await button('J’ai gardé les codes')
  await press('J’ai gardé les codes')
  await vi.waitUntil(() => onDone.mock.calls.length === 1, { timeout: 10_000 })
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/session/codes',
    '/api/session/codes/confirm',
    '/api/session/module',
  ])
  expect(asked[0]?.body).toEqual({})
  // Work of each module goes on, as after a sign-in that waits for nothing.
  expect(asked[2]?.body).toEqual({ module: 'root', deviceId: expect.any(String), grantModules: ['tim'] })
})

it('a user who signed in some time ago types the password once more', async () => {
  const wrong = { status: 422, statusText: '' }
  const refusals = [
    Response.json({ code: 'REQUEST_INVALID', message: '', field: 'password' }, wrong),
    Response.json({ code: 'ACCESS_CURRENT_PASSWORD_WRONG', message: '', field: 'password' }, wrong),
  ]
  const { fill, press, place, asked, field, says } = await openOffice(
    () => <SecondFactorScreen onDone={() => undefined} />,
    {
      answer: () =>
        refusals.shift() ?? { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Reprise:c?secret=JBSWY3DPEHPK3PXP' },
      texts: ['access'],
      pages: ['/second-factor'],
    },
  )
  await press('Configurer maintenant')
  await field('Mot de passe')
  await says('saisissez encore votre mot de passe')
  await fill('Mot de passe', 'Wrong-1234')
  await press('Configurer maintenant')
  await vi.waitUntil(() => place.querySelector('[role=alert]')?.textContent.includes('incorrect'), { timeout: 10_000 })
  await fill('Mot de passe', 'Zebre-Lune-41')
  await press('Configurer maintenant')
  await vi.waitUntil(() => place.textContent.includes('JBSWY3DPEHPK3PXP'), { timeout: 10_000 })
  expect(asked.map(({ body }) => body)).toEqual([{}, { password: 'Wrong-1234' }, { password: 'Zebre-Lune-41' }])
})
