import { expect, it } from 'vitest'
import { deviceWork, permissionsOf, permissionsOfPlatform } from '#domain/access/permission.ts'
import { operations } from './registry.ts'

it('is not the platform’s: of its administrators a device captures nothing', () => {
  const held: readonly string[] = permissionsOfPlatform('super_admin')
  const captured = [...operations.values()].filter(({ permission }) => held.includes(permission))
  // It answers what was captured and refused before.
  expect(captured.map(({ type }) => type)).toEqual(['settleRefusal'])
  expect([...held, ...deviceWork].toSorted()).toEqual(permissionsOf('super_admin').toSorted())
})
