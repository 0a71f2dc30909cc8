import { describe, expect, it } from 'vitest'
import { permissionsOf, typeHolds } from '#domain/access/permission.ts'
import { moduleUserTypes, modules, type Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { staffRoutes } from '../routes.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { currentLink, linksOf, menu, visibleMenu, type MenuEntry, type MenuFacts } from './menu.ts'
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

/** Links as path and permission, groups by their names. */
function treeOf(entries: readonly MenuEntry[]): unknown[] {
  return entries.map((entry) =>
    'entries' in entry ? { [entry.name]: treeOf(entry.entries) } : [entry.path, entry.permission],
  )
}

describe('the side menu', () => {
  it.each(roles)('of %s / %s is exactly what the matrix allows', (module, type) => {
    const allowed = linksOf(menu)
      .filter((link) => link.feature === undefined && typeHolds(type, link.permission))
      .map((link) => link.name)
    expect(names(module, type)).toEqual(allowed)
    expect(permissionsOf(type).length).toBeGreaterThan(0)
  })

  it('of the platform’s own account leads to clients and jobs alone, and of a client that is open to all', () => {
    const of = (viewedAccountId: string) => {
      const user = signedInUser({ module: 'root', userType: 'super_admin', isOfPlatform: true, viewedAccountId })
      return linksOf(visibleMenu(user, everyPage)).map((link) => link.name)
    }
    const { accountId } = signedInUser({})
    expect(of(accountId)).toEqual(['dashboard', 'jobs', 'clients', 'clientCreate', 'transports'])
    expect(of('another account')).toEqual(names('root', 'super_admin'))
  })

  it('has the sections and submenus of the specification, each entry under its permission (SHELL-15 to SHELL-29)', () => {
    expect(treeOf(menu)).toEqual([
      ['/home', 'dashboard.read'],
      ['/warehouse/work', 'item.control'],
      {
        buybacks: [
          {
            buybacksSubmenu: [
              ['/buybacks', 'buyback.list'],
              ['/buyback/create', 'buyback.create'],
              ['/buybacks-predeclared', 'buyback.predeclared'],
              ['/expedition', 'expedition.send'],
              ['/warehouse/checkin', 'warehouse.check_in'],
              ['/warehouse/check', 'item.control'],
              ['/buybacksQuarantine', 'quarantine.transition'],
              ['/warehouse/command-sheet', 'expedition.send'],
            ],
          },
          {
            catalog: [
              ['/categories/list', 'category.list'],
              ['/products', 'product.list'],
              ['/own-prices', 'product.write_own_prices'],
              ['/diagnostic', 'question.list'],
            ],
          },
        ],
      },
      {
        refurbishment: [
          ['/refurb-diagnosis-questions', 'refurb_diagnostic.manage'],
          ['/refurb-diagnosis/start', 'refurb_diagnostic.write'],
          ['/warehouse/item-refurb-steps/search', 'refurb.write'],
          ['/refurb-steps', 'refurb_step.manage'],
          ['/stocks', 'stock.manage'],
          ['/warehouse/move', 'item.move'],
          ['/warehouse/stock-count', 'item.move'],
          ['/items-stock', 'item_stock.read'],
          ['/printers', 'stock.manage'],
        ],
      },
      {
        payments: [
          ['/payments', 'payment.list'],
          ['/payments/due', 'payment.list'],
          ['/payment-files', 'payment_file.manage'],
          ['/payment-releases', 'payment.release'],
          ['/purchase-register', 'purchase_register.read'],
        ],
      },
      {
        configuration: [
          ['/design', 'design.read'],
          ['/home/edit', 'home.read'],
          ['/paymentModes', 'payment_mode.list'],
          ['/circuits', 'dispatch_circuit_rule.list'],
          ['/shippingMethods', 'circuit.list'],
          ['/warehouse-dispatch', 'warehouse_dispatch_rule.read'],
          {
            organization: [
              ['/users', 'user.list'],
              ['/entities', 'organization.list'],
            ],
          },
          {
            settings: [
              ['/settings/tim/general', 'settings.read'],
              ['/settings/lcm/general', 'settings.read'],
              ['/settings/sftp', 'sftp.read'],
              ['/settings/transfer-order', 'transfer_order.read'],
            ],
          },
          ['/jobs', 'job.manage'],
        ],
      },
      {
        admin: [
          ['/clients', 'client.list'],
          ['/client/create', 'client.create'],
          ['/transports-list', 'transport.list'],
        ],
      },
    ])
  })

  it('shows only pages that the app has', () => {
    const pages = pathsOf(staffRoutes)
    const shown = names('root', 'admin', { hasPage: (path) => pages.includes(path) }, ['sftp_access'])
    const ready = linksOf(menu).filter((link) => pages.includes(link.path) && typeHolds('admin', link.permission))
    expect(shown).toEqual(ready.map((link) => link.name))
    expect(shown).toEqual(expect.arrayContaining(['dashboard', 'users', 'entities']))
  })

  it('holds clients, new client and transports in the section of administrators alone (SHELL-29, SHELL-39)', () => {
    const section = (type: 'admin' | 'super_admin' | 'root_management_unit_manager') =>
      visibleMenu(signedInUser({ module: 'root', userType: type }), everyPage)
        .filter(({ name }) => name === 'admin')
        .flatMap((entry) => linksOf([entry]).map(({ name }) => name))
    expect(section('admin')).toEqual(['clients', 'clientCreate', 'transports'])
    expect(section('super_admin')).toEqual(section('admin'))
    expect(section('root_management_unit_manager')).toEqual([])
    expect(names('root', 'root_management_unit_manager')).toContain('jobs')
  })

  it('drops a group that has no visible entry', () => {
    const shown = visibleMenu(signedInUser({ module: 'rps', userType: 'warehouse_operator' }), everyPage)
    expect(shown.map((entry) => entry.name)).not.toContain('admin')
  })

  it('shows SFTP settings only with the feature', () => {
    expect(names('root', 'admin')).not.toContain('settingsSftp')
    expect(names('root', 'admin', {}, ['sftp_access'])).toContain('settingsSftp')
  })

  it('shows files of SEPA transfers only where the account pays in euros', () => {
    const within = (currency: 'EUR' | 'GBP') => {
      const viewedAccount = { currency, timeZone: 'Europe/London' } as NonNullable<StoredUser['viewedAccount']>
      const user = signedInUser({ module: 'root', userType: 'root_management_unit_manager', viewedAccount })
      return linksOf(visibleMenu(user, everyPage)).map((link) => link.name)
    }
    expect(within('EUR')).toEqual(expect.arrayContaining(['paymentFiles', 'paymentsDue']))
    expect(within('GBP')).toContain('paymentsDue')
    expect(within('GBP')).not.toContain('paymentFiles')
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

it.each([
  ['/stocks/create', 'stocks'],
  ['/refurb-step/create', 'refurbSteps'],
  ['/refurb-diagnosis-questions/create', 'refurbQuestions'],
  ['/warehouse-dispatch-rule/new', 'warehouseDispatch'],
  ['/category/create', 'categories'],
  ['/product/create', 'products'],
  ['/client/0190/edit', 'clients'],
  ['/client/create', 'clientCreate'],
  ['/entity/create', 'entities'],
  ['/entity/0190/edit', 'entities'],
  ['/buyback/create', 'buybackCreate'],
  ['/buyback/0190', 'buybackList'],
  ['/categories/list', 'categories'],
  ['/diagnostic/category/0190/question/add', 'questions'],
  ['/payments', 'paymentList'],
  ['/payments/due', 'paymentsDue'],
  ['/home/edit', 'homeEditor'],
  ['/circuit/0190/edit', 'dispatchCircuits'],
  ['/paymentMode/0190/edit', 'paymentModes'],
  ['/shippingMethod/0190/edit', 'shippingMethods'],
  ['/account/password', undefined],
])('the page %s belongs to one entry of the menu: %s', (path, name) => {
  expect(currentLink(menu, path)?.name).toBe(name)
})
