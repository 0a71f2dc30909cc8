import { describe, expect, it } from 'vitest'
import { permissionsOf, typeHolds } from '#domain/access/permission.ts'
import { moduleUserTypes, modules, type Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { staffRoutes } from '../routes.ts'
import { linksOf, menu, visibleMenu, type MenuFacts } from './menu.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

const everyPage: MenuFacts = { checkInDisabled: false, hasPage: () => true }
const roles = modules.flatMap((module) => moduleUserTypes[module].map((type) => [module, type] as const))

function names(module: Module, type: UserType, facts: Partial<MenuFacts> = {}, features: readonly string[] = []) {
  const user = signedInUser({ module, userType: type, enabledPremiumFeatures: features as never })
  return linksOf(visibleMenu(user, { ...everyPage, ...facts })).map((link) => link.name)
}

function pathsOf(node: { readonly path?: string; readonly children?: unknown }): string[] {
  const children = (node.children ?? []) as (typeof node)[]
  return [...(node.path ? [node.path] : []), ...children.flatMap(pathsOf)]
}

describe('the side menu', () => {
  it.each(roles)('of %s / %s is exactly what the matrix allows', (module, type) => {
    const allowed = linksOf(menu)
      .filter((link) => link.feature === undefined && typeHolds(type, link.permission))
      .map((link) => link.name)
    expect(names(module, type)).toEqual(allowed)
    expect(permissionsOf(type).length).toBeGreaterThan(0)
  })

  it('holds every entry of the specification', () => {
    expect(linksOf(menu).map((link) => link.path)).toEqual([
      '/home',
      '/warehouse/work',
      '/buybacks',
      '/buyback/create',
      '/buybacks-predeclared',
      '/expedition',
      '/warehouse/checkin',
      '/warehouse/check',
      '/buybacksQuarantine',
      '/categories/list',
      '/products',
      '/diagnostic',
      '/refurb-diagnosis-questions',
      '/refurb-diagnosis/start',
      '/warehouse/item-refurb-steps/search',
      '/refurb-steps',
      '/stocks',
      '/warehouse/move',
      '/warehouse/stock-count',
      '/items-stock',
      '/printers',
      '/warehouse/command-sheet',
      '/design',
      '/home/edit',
      '/paymentModes',
      '/circuits',
      '/warehouse-dispatch',
      '/users',
      '/entities',
      '/settings/tim/general',
      '/settings/lcm/general',
      '/settings/sftp',
      '/settings/transfer-order',
      '/clients',
      '/client/create',
      '/transports-list',
    ])
  })

  it('shows only pages that the app has', () => {
    const pages = pathsOf(staffRoutes)
    const shown = names('root', 'admin', { hasPage: (path) => pages.includes(path) })
    const ready = linksOf(menu).filter((link) => pages.includes(link.path) && typeHolds('admin', link.permission))
    expect(shown).toEqual(ready.map((link) => link.name))
    expect(shown).toContain('dashboard')
  })

  it('drops a group that has no visible entry', () => {
    const shown = visibleMenu(signedInUser({ module: 'rps', userType: 'warehouse_operator' }), everyPage)
    expect(shown.map((entry) => entry.name)).not.toContain('admin')
  })

  it('shows SFTP settings only with the feature', () => {
    expect(names('root', 'admin')).not.toContain('settingsSftp')
    expect(names('root', 'admin', {}, ['sftp_access'])).toContain('settingsSftp')
  })

  it('marks transfer order settings as premium, and nothing else', () => {
    expect(linksOf(menu).filter(({ premium }) => premium)).toEqual([
      expect.objectContaining({ name: 'settingsTransferOrder', permission: 'transfer_order.read' }),
    ])
  })

  it('hides check-in while the account has it disabled, except from administrators', () => {
    const disabled = { checkInDisabled: true }
    expect(names('rps', 'warehouse_operator')).toContain('checkIn')
    expect(names('rps', 'warehouse_operator', disabled)).not.toContain('checkIn')
    expect(names('root', 'admin', disabled)).toContain('checkIn')
  })
})
