import { describe, expect, it } from 'vitest'
import {
  columnOf,
  findNamedEntity,
  importColumns,
  isImportHead,
  readUserLine,
  type ImportColumn,
} from './user-import.ts'

const store = '019a6410-0000-7000-8000-000000000003'
const find = (text: string) => (text === 'MAG-1' ? store : null)
const read = (cells: Partial<Record<ImportColumn, string>>) => {
  const line = { email: 'Nadia@A.example', firstname: 'Nadia', lastname: 'Benali', ...cells }
  const names = importColumns
  return readUserLine(
    names,
    names.map((name) => line[name as keyof typeof line] ?? ''),
    find,
  )
}
const faults = (cells: Partial<Record<ImportColumn, string>>) =>
  read(cells).faults.map(({ column, code }) => `${column} ${code}`)

describe('a line of a file of users (ORG-43)', () => {
  it('is a user as the screen would send one', () => {
    expect(read({ timRole: 'Store_Seller', timEntity: 'MAG-1', language: 'nl-be', forceSso: 'Oui' })).toEqual({
      faults: [],
      user: {
        email: 'nadia@a.example',
        firstname: 'Nadia',
        lastname: 'Benali',
        status: 'active',
        language: 'nl-BE',
        forceConnectionBySso: true,
        modules: { tim: { type: 'store_seller', organizationId: store } },
      },
    })
  })

  it.each<[Partial<Record<ImportColumn, string>>, readonly string[]]>([
    [{}, ['null USER_MODULE_REQUIRED']],
    [{ timRole: 'store_seller' }, ['timEntity pair']],
    [{ timEntity: 'MAG-1' }, ['timRole pair']],
    [{ timRole: 'vendeur', timEntity: 'MAG-1' }, ['timRole role']],
    [{ timRole: 'pseudo_anonymous', timEntity: 'MAG-1' }, ['timRole role']],
    [{ timRole: 'store_seller', timEntity: 'MAG-2' }, ['timEntity entity']],
    [{ timRole: 'store_seller', timEntity: 'MAG-1', email: 'nadia@' }, ['email FORM_EMAIL_INVALID']],
    [{ timRole: 'store_seller', timEntity: 'MAG-1', email: '' }, ['email FORM_REQUIRED']],
    [{ timRole: 'store_seller', timEntity: 'MAG-1', firstname: 'N' }, ['firstname FORM_TEXT_BETWEEN']],
    [{ timRole: 'store_seller', timEntity: 'MAG-1', language: 'es-ES' }, ['language language']],
    [
      { timRole: 'store_seller', timEntity: 'MAG-1', forceSso: 'peut-être', lastname: '' },
      ['forceSso forceSso', 'lastname FORM_REQUIRED_BETWEEN'],
    ],
  ])('%j is told with %j', (cells, told) => {
    expect(faults(cells)).toEqual(told)
    expect(read(cells).user).toBeNull()
  })

  it('has as many cells as the head', () => {
    const { faults: told } = readUserLine(['email', 'firstname', 'lastname'], ['a@b.example', 'Nadia'], find)
    expect(told).toEqual([{ column: null, code: 'columns' }])
  })
})

it('the head names what is needed, nothing unknown and nothing twice', () => {
  expect(isImportHead(importColumns)).toBe(true)
  expect(isImportHead(['lastname', 'email', 'firstname'])).toBe(true)
  expect(isImportHead(['email', 'firstname'])).toBe(false)
  expect(isImportHead(['email', 'firstname', 'lastname', 'phone'])).toBe(false)
  expect(isImportHead(['email', 'firstname', 'lastname', 'email'])).toBe(false)
})

it('a refused field stands in the column that it came from', () => {
  expect(columnOf('modules.tim.type')).toBe('timRole')
  expect(columnOf('modules.rps.organizationId')).toBe('rpsEntity')
  expect(columnOf('forceConnectionBySso')).toBe('forceSso')
  expect(columnOf('email')).toBe('email')
  expect(columnOf('modules')).toBeNull()
})

it('an entity is called by its external id, or by its name where the role works and no other has it', () => {
  const entities = [
    { id: '1', externalId: 'LYON', name: 'Bastille', type: 'store' },
    { id: '2', externalId: null, name: 'Lyon', type: 'store' },
    { id: '3', externalId: null, name: 'Lyon', type: 'management_unit' },
    { id: '4', externalId: null, name: 'Bastille', type: 'store' },
  ]
  expect(findNamedEntity('LYON', 'store', entities)).toBe('1')
  expect(findNamedEntity('lyon', 'store', entities)).toBe('2')
  expect(findNamedEntity('Lyon', 'management_unit', entities)).toBe('3')
  expect(findNamedEntity('Bastille', 'store', entities)).toBeNull()
  expect(findNamedEntity('Lille', 'store', entities)).toBeNull()
})
