import { describe, expect, it } from 'vitest'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { entityAnswer } from './entity.fixture.ts'
import { changedOf, checkEntity, draftOf, withPlace, withType, type EntityDraft } from './entity-draft.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'
const facts = { checks: libraryChecks, isAtTop: true }
const store = (change: Partial<EntityDraft> = {}): EntityDraft => ({
  ...withType(draftOf(null, 'FR'), 'store'),
  commonName: 'Lille Centre',
  parentOrganizationId: id,
  street: '1 rue Neuve',
  zipCode: '59000',
  city: 'Lille',
  ...change,
})
const faults = (draft: EntityDraft, known: Parameters<typeof checkEntity>[1] = facts) => {
  const checked = checkEntity(draft, known)
  return checked.ok ? {} : Object.fromEntries(checked.error)
}

describe('the form of an entity', () => {
  it('says nothing where nothing was typed, and degrees as numbers (ORG-16)', () => {
    const checked = checkEntity(store({ siret: ' ', latitude: '50.63', longitude: 3 }), facts)
    expect(checked).toMatchObject({
      ok: true,
      value: { siret: null, corporateName: null, externalId: null, latitude: 50.63, longitude: 3 },
    })
  })

  it('finds what is missing in an address, and what does not fit (ORG-21)', () => {
    expect(faults(store({ street: '', zipCode: '1', latitude: 91 }))).toEqual({ latitude: 'ENTITY_LATITUDE' })
    expect(faults(store({ street: '', zipCode: '1', latitude: 9 }))).toEqual({
      street: 'FORM_REQUIRED_BETWEEN',
      zipCode: 'ENTITY_ZIP_CODE_INVALID',
      longitude: 'ENTITY_COORDINATES_HALF',
    })
    expect(faults(store({ zipCode: '1' }), { ...facts, checks: null })).toEqual({})
  })

  it('asks what an entity stands under, of a branch in any case (ORG-22)', () => {
    const missing = { parentOrganizationId: 'ENTITY_PARENT_REQUIRED' }
    expect(faults(store({ parentOrganizationId: null }))).toEqual(missing)
    const warehouse = store({ type: 'warehouse', parentOrganizationId: null })
    expect(faults(warehouse)).toEqual({})
    expect(faults(warehouse, { ...facts, isAtTop: false })).toEqual(missing)
    const before = { ...entityAnswer, type: 'warehouse', parentOrganizationId: null } as const
    expect(faults({ ...draftOf(before), commonName: 'Aside' }, { ...facts, isAtTop: false, before })).toEqual({})
    const moved = { ...before, parentOrganizationId: id }
    expect(faults(draftOf(before), { ...facts, isAtTop: false, before: moved })).toEqual(missing)
  })

  it('leaves what was wrong of old alone, until it is touched (ORG-28)', () => {
    const old = { street: null, city: 'L', zipCode: '1', siret: '123', latitude: 50, longitude: null, country: 'FR' }
    const before = { ...entityAnswer, ...old }
    const known = { ...facts, before }
    const began = draftOf(before)
    expect(checkEntity({ ...began, commonName: 'Lille Sud', status: 'inactive' }, known)).toMatchObject({
      ok: true,
      value: { ...old, commonName: 'Lille Sud', status: 'inactive' },
    })
    expect(faults({ ...began, commonName: '' }, known)).toEqual({ commonName: 'FORM_REQUIRED_BETWEEN' })
    expect(faults({ ...began, city: 'M' }, known)).toEqual({ city: expect.any(String) })
    expect(faults({ ...began, zipCode: '2' }, known)).toEqual({ zipCode: 'ENTITY_ZIP_CODE_INVALID' })
    // What hangs together with what was touched is judged with it.
    expect(Object.keys(faults({ ...began, country: 'BE' }, known))).toContain('zipCode')
    expect(faults({ ...began, latitude: 51 }, known)).toEqual({ longitude: 'ENTITY_COORDINATES_HALF' })
  })

  it('takes a typed place for one that was put by hand, until none is left', () => {
    const typed = withPlace(store(), { latitude: 50 })
    expect(typed.geocodedByUser).toBe(true)
    expect(withPlace(typed, { latitude: '' }).geocodedByUser).toBe(false)
  })

  it('reads the hours of each day as they are typed, and sends them where they changed', () => {
    const days = ['9-12:30, 14-19', '', '', '', '', '10h-18h', '']
    const typed = store({ openingHours: [...days, '25/12/2026'].join('\n') })
    const openingHours = {
      days: [
        { day: 1, opens: '09:00', closes: '12:30' },
        { day: 1, opens: '14:00', closes: '19:00' },
        { day: 6, opens: '10:00', closes: '18:00' },
      ],
      closedOn: ['2026-12-25'],
    }
    expect(checkEntity(typed, facts)).toMatchObject({ ok: true, value: { openingHours } })
    expect(faults(store({ openingHours: 'when we are there' }))).toEqual({ openingHours: 'ENTITY_HOURS_INVALID' })
    expect(faults(store({ phone: 'ask', directionsUrl: 'http://maps.example' }))).toEqual({
      phone: 'ENTITY_PHONE_INVALID',
      directionsUrl: 'ENTITY_DIRECTIONS_INVALID',
    })
    // It is kept as it is typed, and begins as the database asks.
    for (const directionsUrl of ['Https://maps.example/x', 'HTTPS://maps.example', 'https:maps.example'])
      expect(faults(store({ directionsUrl }))).toEqual({ directionsUrl: 'ENTITY_DIRECTIONS_INVALID' })
    expect(checkEntity(store({ directionsUrl: 'https://maps.example/x' }), facts).ok).toBe(true)
    const before = { ...entityAnswer, openingHours }
    const same = checkEntity({ ...draftOf(before), commonName: 'Lille Sud' }, { ...facts, before })
    expect(same.ok && changedOf(before, same.value)).toEqual({ commonName: 'Lille Sud' })
    const shorter = { ...draftOf(before), openingHours: days.join('\n') }
    const changed = checkEntity(shorter, { ...facts, before })
    expect(changed.ok && changedOf(before, changed.value)).toEqual({ openingHours: { ...openingHours, closedOn: [] } })
  })

  it('forgets with the type what depends on it (ORG-23)', () => {
    expect(withType(store({ defaultWarehouseId: id }), 'buyer')).toMatchObject({
      type: 'buyer',
      commonName: 'Lille Centre',
      parentOrganizationId: null,
      defaultWarehouseId: null,
    })
  })

  it('sends what was changed, and nothing else (ORG-28)', () => {
    const checked = checkEntity({ ...draftOf(entityAnswer), city: 'Roubaix', placeEmail: '' }, facts)
    expect(checked.ok && changedOf(entityAnswer, checked.value)).toEqual({ city: 'Roubaix', placeEmail: null })
  })
})
