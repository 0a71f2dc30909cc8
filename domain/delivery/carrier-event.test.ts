import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidingEvent, deliveryStatusOf, type DeliveryFact } from './carrier-event.ts'
import { deliveryStatuses, type DeliveryStatus } from './delivery-status.ts'
import { orderKey, parcelOfKey } from './parcel.ts'

const event = (id: string, atMs: number, status: DeliveryStatus): DeliveryFact => ({ id, atMs, status })

describe('the events of a parcel', () => {
  it('come to the status of the latest, whenever they arrive', () => {
    const [picked, moving, arrived] = [
      event('a', 1, 'DELIVERY_PICKED_UP'),
      event('b', 2, 'DELIVERY_IN_TRANSIT'),
      event('c', 3, 'DELIVERY_DELIVERED'),
    ]
    expect(deliveryStatusOf([arrived, picked, moving])).toBe('DELIVERY_DELIVERED')
    expect(deliveryStatusOf([moving, picked])).toBe('DELIVERY_IN_TRANSIT')
  })

  it('leave the status alone where they speak of the order only', () => {
    expect(deliveryStatusOf([event('a', 1, 'ORDER_LABEL_READY'), event('b', 2, 'ORDER_FAILED')])).toBeNull()
    expect(deliveryStatusOf([event('a', 9, 'ORDER_FAILED'), event('b', 2, 'DELIVERY_PICKED_UP')])).toBe(
      'DELIVERY_PICKED_UP',
    )
  })

  it('are decided by the latest that says where the parcel is', () => {
    const picked = event('a', 1, 'DELIVERY_PICKED_UP')
    const back = event('b', 5, 'DELIVERY_RETURNED')
    expect(decidingEvent([back, picked, event('c', 9, 'DELIVERY_DELIVERED')])).toEqual({
      id: 'b',
      movement: 'back_to_sender',
    })
  })

  it('imply that the parcel was picked up where nothing says so', () => {
    expect(decidingEvent([event('a', 4, 'DELIVERY_IN_TRANSIT')])).toEqual({ id: 'a', movement: 'picked_up' })
    expect(decidingEvent([event('a', 4, 'DELIVERY_IN_TRANSIT'), event('b', 2, 'DELIVERY_RETURNED')])?.id).toBe('b')
    expect(decidingEvent([event('a', 4, 'DELIVERY_DELAYED'), event('b', 5, 'DELIVERY_DELIVERED')])).toBeNull()
  })
})

describe('any order and duplication of events', () => {
  const events = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      // Few moments, so that many events share one.
      atMs: fc.integer({ min: 0, max: 5 }),
      status: fc.constantFrom(...deliveryStatuses),
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )

  it('ends in the same status and the same place', () => {
    fc.assert(
      fc.property(
        events.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        ([some, shuffled]) => {
          expect(deliveryStatusOf(shuffled)).toBe(deliveryStatusOf(some))
          expect(decidingEvent(shuffled)).toEqual(decidingEvent(some))
        },
      ),
    )
  })

  it('moves an item that follows each deciding event as it arrives to where all events say', () => {
    fc.assert(
      fc.property(events, (some) => {
        const seen: DeliveryFact[] = []
        let isAway = false
        for (const each of some) {
          seen.push(each)
          const deciding = decidingEvent(seen)
          if (deciding?.id === each.id) isAway = deciding.movement === 'picked_up'
        }
        expect(isAway).toBe(decidingEvent(some)?.movement === 'picked_up')
      }),
    )
  })
})

describe('the key of an order', () => {
  it('names its parcel and its attempt', () => {
    const id = '0198f3c4-0000-7000-8000-0000000000aa'
    expect(orderKey(id, 1)).not.toBe(orderKey(id, 2))
    expect(parcelOfKey(orderKey(id, 36))).toBe(id)
    expect(parcelOfKey('anything')).toBeNull()
  })
})
