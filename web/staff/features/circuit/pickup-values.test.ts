import { expect, it } from 'vitest'
import { pickupRulesSchema } from '#domain/circuit/pickup-slots.schema.ts'
import { pickupBodyOf, pickupValuesOf } from './pickup-values.ts'

const rules = {
  windows: [
    { day: 1, opens: '09:00', closes: '12:00' },
    { day: 1, opens: '14:00', closes: '18:00' },
  ],
  capacity: 3,
  daysAhead: 10,
  cutOff: { days: 1, time: '16:00' },
  holidaysOf: 'FR',
  closedOn: ['2026-12-24'],
}

it('the slots of a shipping method come back as they are kept', () => {
  expect(pickupBodyOf(pickupValuesOf(rules, 'BE'))).toEqual(rules)
  expect(pickupBodyOf(pickupValuesOf(null, 'BE'))).toBeNull()
  const typed = { ...pickupValuesOf(rules, 'BE'), cutOffTime: '16h' }
  expect(pickupBodyOf(typed)).toEqual(rules)
})

it('slots that are turned on keep the holidays of the account, and ask for a span', () => {
  const body = pickupBodyOf({ ...pickupValuesOf(null, 'BE'), isOn: true })
  const parsed = pickupRulesSchema.safeParse(body)
  expect(body).toMatchObject({ holidaysOf: 'BE' })
  expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['windows', 'PICKUP_WINDOWS_MISSING'],
  ])
})

it('a cut-off before the last day that is offered is a fault of its own', () => {
  const faultsOf = (days: number) =>
    pickupRulesSchema
      .safeParse({ ...rules, cutOff: { days, time: '16:00' }, daysAhead: 2 })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(faultsOf(2)).toBeUndefined()
  expect(faultsOf(3)).toEqual([['cutOff.days', 'PICKUP_NEVER_OFFERED']])
})

it('spans that cannot be read are a fault of theirs', () => {
  const body = pickupBodyOf({ ...pickupValuesOf(rules, null), windows: 'in the morning' })
  expect(pickupRulesSchema.safeParse(body).error?.issues[0]?.path).toEqual(['windows'])
})
