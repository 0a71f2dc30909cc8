import { createStore } from 'jotai'
import { expect, it } from 'vitest'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { askedProofAtom, createAskForProof } from './asked-proof.ts'
import { userAtom } from './session.ts'

function opened() {
  const store = createStore()
  store.set(userAtom, signedInUser())
  return { store, ask: createAskForProof(store) }
}

it('one answer is of all who wait', async () => {
  const { store, ask } = opened()
  const answers = Promise.all([ask(), ask()])
  store.get(askedProofAtom)?.answer(true)
  expect(await answers).toEqual([true, true])
  expect(store.get(askedProofAtom)).toBeNull()
})

it('the question stays while its user is only read again', async () => {
  const { store, ask } = opened()
  const answer = ask()
  const question = store.get(askedProofAtom)
  store.set(userAtom, signedInUser({ sessionExpiresAt: '2026-12-02T00:00:00.000Z' }))
  expect(store.get(askedProofAtom)).toBe(question)
  question?.answer(true)
  expect(await answer).toBe(true)
})

it.each([
  ['another user', signedInUser({ id: '01900000-0000-7000-8000-000000000002' })],
  ['another module', signedInUser({ module: 'root' })],
  ['another account', signedInUser({ viewedAccountId: 'another' })],
  ['nobody', null],
])('%s is no proof of who has asked', async (_, user) => {
  const { store, ask } = opened()
  const answer = ask()
  const question = store.get(askedProofAtom)
  store.set(userAtom, user)
  expect(store.get(askedProofAtom)).toBeNull()
  question?.answer(true)
  expect(await answer).toBe(false)
})

it('nobody is asked where nobody is signed in', async () => {
  const { store, ask } = opened()
  store.set(userAtom, null)
  expect(await ask()).toBe(false)
  expect(store.get(askedProofAtom)).toBeNull()
})
