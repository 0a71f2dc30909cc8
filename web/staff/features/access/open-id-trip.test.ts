import { expect, it } from 'vitest'
import { addressFor, noteTrip, readTrip } from './open-id-trip.ts'

it('a tab that comes back from an identity provider knows where it was going, and in which module', () => {
  const kept = new Map<string, string>()
  const tab = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  expect(readTrip(tab)).toEqual({})
  noteTrip(tab, { from: '/buybacks?status=open', module: 'tim' })
  expect(readTrip(tab)).toEqual({ from: '/buybacks?status=open', module: 'tim' })
  for (const text of ['no JSON', '[]', '{"from":7}', '{"module":"nowhere"}']) {
    kept.set([...kept.keys()][0] ?? '', text)
    expect(readTrip(tab)).toEqual({})
  }
})

it('a provider is told who wants to sign in, and to ask for it after somebody else was sent', () => {
  const url = 'https://id.example/auth?state=a'
  expect(addressFor(url, {})).toBe(url)
  expect(addressFor(url, { email: 'zoé+1@shop.example' })).toBe(`${url}&login_hint=zo%C3%A9%2B1%40shop.example`)
  expect(addressFor(url, { asksAgain: true })).toBe(`${url}&prompt=login`)
})
