import { describe, expect, it } from 'vitest'
import { cartLine } from '#tests/support/cart-line.ts'
import { circuit, facts, shipping } from '#tests/support/wizard-facts.ts'
import { chooseCircuit, chooseShipping, isAnswered, progressAfter, screensOf, slotOf, startProgress } from './wizard.ts'

const pickup = { day: '2026-12-01', opens: '09:00', closes: '12:00' }
const relayPoint = {
  reference: 'P1',
  name: 'Kiosque',
  street: null,
  zipCode: '75011',
  city: 'Paris',
  country: 'FR',
  latitude: null,
  longitude: null,
  openingHours: null,
}

describe('the screens of the wizard', () => {
  it('ask for the slot where the shipping method has slots, and again for another one', () => {
    const withSlots = (id: string) => ({ ...shipping(id, ['bank']), hasSlots: true })
    const home = circuit('home', { type: 'web_collect', shippingMethods: [withSlots('a'), withSlots('b')] })
    const known = facts({}, [home, circuit('post')])
    const bare = chooseCircuit(known, startProgress('product'), 'home')
    expect(screensOf(known, bare)).not.toContain('slot')
    const chosen = chooseShipping(known, bare, 'a')
    expect(screensOf(known, chosen)).toContain('slot')
    expect(screensOf({ ...known, asksStore: false }, chosen)).not.toContain('slot')
    expect(isAnswered('slot', known, chosen)).toBe(false)
    expect(isAnswered('slot', known, { ...chosen, pickup })).toBe(true)
    expect(chooseShipping(known, { ...chosen, pickup }, 'a').pickup).toEqual(pickup)
    expect(chooseShipping(known, { ...chosen, pickup }, 'b').pickup).toBeUndefined()
    expect(slotOf(known, { ...chooseCircuit(known, { ...chosen, pickup }, 'post'), pickup })).toBeNull()
  })

  it('ask for the relay point where the shipping method has some, and again where it is gone', () => {
    const withPoints = (id: string) => ({ ...shipping(id, ['bank']), hasRelayPoints: true })
    const relay = circuit('relay', { type: 'web_drop_label', shippingMethods: [withPoints('a'), withPoints('b')] })
    const known = facts({}, [relay, circuit('post')])
    const chosen = chooseShipping(known, chooseCircuit(known, startProgress('product'), 'relay'), 'a')
    expect(screensOf(known, chosen)).toContain('relay')
    expect(screensOf({ ...known, asksStore: false }, chosen)).not.toContain('relay')
    expect(isAnswered('relay', known, chosen)).toBe(false)
    expect(isAnswered('relay', known, { ...chosen, relayPoint })).toBe(true)
    expect(chooseShipping(known, { ...chosen, relayPoint }, 'b').relayPoint).toBeUndefined()
  })
})

describe('a product that was refused', () => {
  const line = cartLine()

  it.each(['PICKUP_SLOT_TAKEN', 'PICKUP_SLOT_REQUIRED'] as const)('asks for the slot again: %s', (code) => {
    expect(progressAfter({ ...line, pickup }, code).pickup).toBeUndefined()
    expect(progressAfter({ ...line, pickup }, 'BUYBACK_QUESTIONS_CHANGED').pickup).toEqual(pickup)
  })

  it.each(['RELAY_POINT_GONE', 'RELAY_POINT_REQUIRED'] as const)('asks for the relay point again: %s', (code) => {
    expect(progressAfter({ ...line, relayPoint }, code).relayPoint).toBeUndefined()
    expect(progressAfter({ ...line, relayPoint }, 'BUYBACK_QUESTIONS_CHANGED').relayPoint).toEqual(relayPoint)
  })
})
