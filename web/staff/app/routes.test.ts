import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { VirtualRouteNode } from '@tanstack/virtual-file-routes'
import { describe, expect, it } from 'vitest'
import { staffRoutes } from '../routes.ts'
import { linksOf, menu } from './menu.ts'

const folder = path.join(import.meta.dirname, 'routes')
const layouts = ['root.tsx', 'door.tsx', 'office.tsx', 'floor.tsx']
const pages = readdirSync(folder).filter((file) => file.endsWith('.tsx') && !layouts.includes(file))

describe('every page of the back office', () => {
  it('is open only where the specification says so (SHELL-44, PUB-26)', () => {
    const open = pages.filter((file) => /permission: 'none'/.test(readFileSync(path.join(folder, file), 'utf8')))
    expect(open.toSorted()).toEqual([
      'login.tsx',
      'lost-password.tsx',
      'new-password.tsx',
      'not-available.tsx',
      'open-id-callback.tsx',
      'open-id-logout.tsx',
      'openid-callback.tsx',
      'password-confirmation.tsx',
      'renew.tsx',
      'set-up.tsx',
      'unknown.tsx',
    ])
  })

  it.each(['office', 'floor'])('of the %s is drawn for a signed-in user alone (AUTH-09)', (layout) => {
    expect(readFileSync(path.join(folder, `${layout}.tsx`), 'utf8')).toMatch(/return \(\s*<SignedIn>/)
  })

  it.each(pages)('%s takes nothing of its address but what its reader does', (file) => {
    expect(readFileSync(path.join(folder, file), 'utf8')).not.toMatch(/Route\.useSearch\(/)
  })

  it.each(pages)('%s declares its permission', (file) => {
    expect(readFileSync(path.join(folder, file), 'utf8')).toMatch(/permission: '[a-z_.]+'/)
  })
})

const filesByPath = new Map(pagesOf(staffRoutes.children ?? []))

describe('a page of the menu', () => {
  // Open to every signed-in user by BB-45 and CONN-04; the check has its item in its path (below).
  const others = ['/home', '/settings/sftp', '/warehouse/check']
  const links = linksOf(menu).filter(({ path: at }) => !others.includes(at))
  it.each(links.map(({ path: at, permission }) => [at, permission] as const))(
    '%s opens with the permission %s that shows its entry, and with no less',
    (at, permission) => {
      const file = filesByPath.get(at) ?? ''
      expect(readFileSync(path.join(folder, file), 'utf8')).toContain(`permission: '${permission}'`)
    },
  )
})

describe('a screen of the warehouse', () => {
  // Rows WH-07 and WH-13, REFURB-01 to REFURB-18, STOCK-01 to STOCK-11, EXP-01 to EXP-16.
  it.each([
    ['/warehouse/check/{-$itemId}', 'item.control'],
    ['/buybacksQuarantine', 'quarantine.transition'],
    ['/refurb-diagnosis-questions', 'refurb_diagnostic.manage'],
    ['/refurb-diagnosis-questions/create', 'refurb_diagnostic.manage'],
    ['/refurb-diagnosis-questions/$id/edit', 'refurb_diagnostic.manage'],
    ['/refurb-steps', 'refurb_step.manage'],
    ['/refurb-step/create', 'refurb_step.manage'],
    ['/refurb-step/$id/edit', 'refurb_step.manage'],
    ['/refurb-diagnosis/start', 'refurb_diagnostic.write'],
    ['/warehouse/refurb-diagnosis/$id', 'refurb_diagnostic.write'],
    ['/refurb-diagnosis/$id/questions', 'refurb_diagnostic.write'],
    ['/refurb-diagnosis/$id/summary', 'refurb_diagnostic.write'],
    ['/refurb-diagnosis/$id/stock', 'refurb_diagnostic.write'],
    ['/refurb-diagnosis/$id/finalized', 'refurb_diagnostic.write'],
    ['/warehouse/item-refurb-steps/search', 'refurb.write'],
    ['/warehouse/item-refurb-steps/completed', 'refurb.write'],
    ['/warehouse/item-refurb-steps/items/$itemId', 'refurb.write'],
    ['/warehouse/item-refurb-steps', 'refurb.write'],
    ['/warehouse/item-refurb-steps/$itemRefurbStepId', 'refurb.write'],
    ['/stocks', 'stock.manage'],
    ['/stocks/create', 'stock.manage'],
    ['/stocks/$id/edit', 'stock.manage'],
    ['/items-stock', 'item_stock.read'],
    ['/items-stock/$id/edit', 'item_stock.read'],
    ['/expedition', 'expedition.send'],
    ['/start-expedition', 'expedition.send'],
    ['/packing-with-label', 'expedition.send'],
    ['/expedition/confirmation', 'expedition.send'],
    ['/transports-list', 'transport.list'],
    ['/warehouse-dispatch', 'warehouse_dispatch_rule.read'],
    ['/warehouse-dispatch-rule/{-$id}', 'warehouse_dispatch_rule.read'],
    ['/warehouse-dispatch-rule/new', 'warehouse_dispatch_rule.manage'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a screen of the settings', () => {
  // Row SET-07.
  it.each([
    ['/settings/tim/general', 'settings.read'],
    ['/settings/lcm/general', 'settings.read'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a screen of the buybacks', () => {
  // Rows BB-01, BB-06, BB-10 to BB-16, BB-44 and CART-16.
  it.each([
    ['/home', 'session'],
    ['/buybacks', 'buyback.list'],
    ['/buyback/$id', 'buyback.read'],
    ['/buyback/$id/edition', 'buyback.finalize'],
    ['/buybacks-predeclared', 'buyback.predeclared'],
    ['/buyback-not-eligible', 'buyback.create'],
    ['/buyback-confirmation', 'buyback.create'],
    ['/buyback-confirmation-docs', 'buyback.documents'],
    ['/buyback/create', 'buyback.create'],
    ['/diag/{-$selectedProductId}/{-$selectedProductSlug}/{-$itemId}/{-$predeclaredBuybackId}', 'buyback.create'],
    ['/search', 'buyback.create'],
    ['/results', 'buyback.create'],
    ['/categories', 'buyback.create'],
    ['/category/$id/$slug', 'buyback.create'],
    ['/stores', 'buyback.create'],
    ['/cart/customer-infos', 'buyback.create'],
    ['/cart/summary', 'buyback.create'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of the settings', () => {
  // Rows CONN-04 and CONN-17.
  it.each([
    ['/settings/sftp', 'session'],
    ['/configuration/$organizationId/sftp', 'session'],
    // Rows CONN-04 and CONN-15.
    ['/connectors/$organizationId/SSO', 'session'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of the catalog’s export', () => {
  // Rows IO-16 and IO-17.
  it.each([
    ['/accounts/$accountId/catalog-export', 'product.export'],
    ['/exports/$organizationId', 'product.export'],
  ])('stands at %s, for who holds %s and the other one', (address, permission) => {
    expectPage(address, permission)
    const text = readFileSync(path.join(folder, filesByPath.get(address)!), 'utf8')
    expect(text).toContain(`alsoPermission: 'category.export'`)
  })
})

describe('a page of connectors', () => {
  // Rows CONN-01 to CONN-04.
  it.each([
    ['/connectors/$organizationId/connectors', 'session'],
    ['/connectors/$organizationId/configurations/$connectorId', 'session'],
    ['/connectors/createConfiguration', 'session'],
    ['/connectors/$configurationId', 'session'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of users', () => {
  // Rows ORG-31 to ORG-34 and ORG-08.
  it.each([
    ['/users', 'user.list'],
    ['/users/import', 'user.write'],
    ['/user/create', 'user.write'],
    ['/user/$id/edit', 'user.list'],
    ['/userAdmin/create', 'user.create_admin'],
    ['/userAdmin/$id/edit', 'user.assign_admin'],
    ['/userClient/create', 'client.update'],
    ['/userClient/$id/edit', 'client.update'],
    ['/account/$accountId/users', 'client.list'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of client administration', () => {
  // Rows ORG-01, ORG-02, ORG-13 and SHELL-29.
  it.each([
    ['/clients', 'client.list'],
    ['/client/create', 'client.create'],
    ['/client/$organizationId/edit', 'client.update'],
    ['/client/$id/editPages', 'client.update'],
    ['/account/$accountId/linked-buyers', 'client.list'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of entities', () => {
  // Rows ORG-08 and ORG-14: users who may only read an entity open the same page to read.
  it.each([
    ['/entities', 'organization.list'],
    ['/entity/create', 'organization.write'],
    ['/entity/$id/edit', 'organization.list'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of the catalog', () => {
  // Rows CAT-01, CAT-02, CAT-22, CAT-42, CAT-43 and CAT-46.
  it.each([
    ['/categories/list', 'category.list'],
    ['/category/create', 'category.write'],
    ['/category/$id/edit', 'category.write'],
    ['/products', 'product.list'],
    ['/own-prices', 'product.write_own_prices'],
    ['/own-prices/import', 'product.write_own_prices'],
    ['/own-prices/$id', 'product.write_own_prices'],
    ['/product/create', 'product.write'],
    ['/product/$id/edit', 'product.write'],
    ['/diagnostic', 'question.list'],
    ['/diagnostic/category/$categoryId', 'question.list'],
    ['/diagnostic/category/$categoryId/question/add', 'question.write'],
    ['/diagnostic/category/$categoryId/question/$questionId', 'question.write'],
    ['/category/$categoryId', 'question.list'],
    ['/category/$categoryId/question/add', 'question.write'],
    ['/category/$categoryId/question/$questionId', 'question.write'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of imports', () => {
  // Rows IO-01 and IO-09.
  it.each([
    ['/imports/$organizationId', 'catalog.import'],
    ['/accounts/$accountId/catalog-imports', 'catalog.import'],
  ])('stands at %s, for who holds %s', expectPage)
})

describe('a page of the configuration', () => {
  // Rows SHELL-24 and SHELL-28, SET-11 and SET-17, CIRC-01, CIRC-02, CIRC-18 and CIRC-33.
  it.each([
    ['/home/edit', 'home.read'],
    ['/design', 'design.read'],
    ['/settings/transfer-order', 'transfer_order.read'],
    ['/circuits', 'dispatch_circuit_rule.list'],
    ['/circuit/$id/edit', 'circuit.list'],
    ['/shippingMethods', 'circuit.list'],
    ['/shippingMethod/$id/edit', 'circuit.list'],
    ['/paymentModes', 'payment_mode.list'],
    ['/paymentMode/$id/edit', 'payment_mode.list'],
  ])('stands at %s, for who holds %s', expectPage)
})

function expectPage(address: string, permission: string): void {
  const file = filesByPath.get(address)
  expect(file).toBeDefined()
  const text = readFileSync(path.join(folder, file!), 'utf8')
  expect(/permission: '([a-z_.]+)'/.exec(text)?.[1]).toBe(permission)
  expect(text).toContain(`${address}'`)
}

function pagesOf(nodes: readonly VirtualRouteNode[]): readonly (readonly [string, string])[] {
  return nodes.flatMap((node) => {
    if (node.type === 'layout') return pagesOf(node.children ?? [])
    return node.type === 'route' && node.file !== undefined ? [[node.path, node.file] as const] : []
  })
}
