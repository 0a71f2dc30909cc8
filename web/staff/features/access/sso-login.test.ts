import { expect, it } from 'vitest'
import { lifetimes } from '#domain/access/lifetimes.ts'
import {
  addressFor,
  emailOfSsoHash,
  finishLogin,
  hasToAsk,
  startLogin,
  readTrip,
  signInElsewhere,
} from './sso-login.ts'

function device() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const trip = { from: '/buybacks?status=open', module: 'tim', email: 'zoe@shop.example' } as const

it('a device that comes back from an identity provider knows who began, where it was going, and in which module', () => {
  const here = device()
  expect(readTrip(here, 's1', 0)).toBeNull()
  startLogin(here, 's1', trip, 0)
  startLogin(here, 's2', { email: 'ines@shop.example' }, 10)
  expect(readTrip(here, 's1', 20)).toEqual(trip)
  expect(readTrip(here, 's2', 20)).toEqual({ email: 'ines@shop.example' })
  // What another began, or nobody, says nothing of this way.
  expect(readTrip(here, 's3', 20)).toBeNull()
  expect(readTrip(here, 's1', lifetimes.openIdWayMs)).toBeNull()
  for (const text of ['no JSON', '[]', '{"trips":[{"state":"s1","atMs":20}]}']) {
    here.kept.set([...here.kept.keys()][0] ?? '', text)
    expect(readTrip(here, 's1', 20)).toBeNull()
  }
})

it('a way that has ended leaves nothing behind, or that the provider has to ask', () => {
  const here = device()
  startLogin(here, 's1', trip, 0)
  finishLogin(here, 's1', true, 0)
  expect(hasToAsk(here, 0)).toBe(true)
  startLogin(here, 's2', trip, 0)
  expect(hasToAsk(here, 0)).toBe(true)
  finishLogin(here, 's2', false, 0)
  expect(here.kept.size).toBe(0)
  for (let way = 0; way < 9; way++) startLogin(here, `w${way}`, trip, 0)
  expect([readTrip(here, 'w3', 0), readTrip(here, 'w4', 0)]).toEqual([null, trip])
})

it('a provider is told who wants to sign in, and to ask for it after another user was sent', () => {
  const url = 'https://id.example/auth?state=a'
  expect(addressFor(url, 'zoé+1@shop.example', false)).toBe(`${url}&login_hint=zo%C3%A9%2B1%40shop.example`)
  expect(addressFor(url, 'a@b.example', true)).toBe(`${url}&login_hint=a%40b.example&prompt=login`)
})

it('a sign-in begun at another address goes on at the one to which the provider sends back, with its way and e-mail', () => {
  const url = `https://id.example/auth?redirect_uri=${encodeURIComponent('https://app.example/open-id/1/callback')}`
  expect(signInElsewhere(url, 'https://app.example', trip)).toBeNull()
  expect(signInElsewhere('https://id.example/auth', 'https://app.example', trip)).toBeNull()
  const there = new URL(signInElsewhere(url, 'https://shop.example', trip) ?? '')
  expect([there.origin, there.pathname]).toEqual(['https://app.example', '/login'])
  expect([there.searchParams.get('from'), emailOfSsoHash(there.hash)]).toEqual([trip.from, trip.email])
  expect(there.search).not.toContain('zoe')
  expect([emailOfSsoHash(''), emailOfSsoHash('#other')]).toEqual([null, null])
})
