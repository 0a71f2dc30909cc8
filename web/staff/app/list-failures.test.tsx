import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { CategoriesPage } from '#web/staff/features/catalog/categories-page.tsx'
import { ProductsPage } from '#web/staff/features/catalog/products-page.tsx'
import { DiagnosticPage } from '#web/staff/features/catalog/questions/diagnostic-page.tsx'
import { CircuitListPage } from '#web/staff/features/circuit/circuit-list-page.tsx'
import { PaymentModeListPage } from '#web/staff/features/circuit/payment-mode-list-page.tsx'
import { ShippingMethodListPage } from '#web/staff/features/circuit/shipping-method-list-page.tsx'
import { ClientsPage } from '#web/staff/features/client/clients-page.tsx'
import { DispatchPage } from '#web/staff/features/dispatch/dispatch-page.tsx'
import { TransportPage } from '#web/staff/features/dispatch/transport-page.tsx'
import { PrinterPage } from '#web/staff/features/document/printer-page.tsx'
import { EntitiesPage } from '#web/staff/features/organization/entities-page.tsx'
import { UsersPage } from '#web/staff/features/organization/users-page.tsx'

// The rules of dispatch come with what they choose from.
const dispatch = { version: 1, defaultWarehouseId: null, isGeographic: false, rules: [] }
const choices = { warehouses: [], stores: [], brands: [], categories: [], circuits: [], grades: [], organizations: [] }
const none = { 'hydra:member': [], 'hydra:totalItems': 0, ...dispatch, ...choices }
const manager: readonly [Module, UserType] = ['rps', 'warehouse_manager']
const admin: readonly [Module, UserType] = ['root', 'admin']
const clients = () => <ClientsPage opening={null} />
const transports = () => <TransportPage actions={() => null} labelBadge={() => null} />

/** Each list of the office whose rows are the server's alone, by whom it opens for and what it asks. */
const lists: readonly (readonly [asks: string, Page: () => ReactNode, user: readonly [Module, UserType]])[] = [
  ['/api/printers', PrinterPage, manager],
  ['/api/transports', transports, admin],
  ['/api/warehouse-dispatch', DispatchPage, admin],
  ['/api/circuits', CircuitListPage, admin],
  ['/api/payment-modes', PaymentModeListPage, admin],
  ['/api/shipping-methods', ShippingMethodListPage, admin],
  ['/api/categories', CategoriesPage, admin],
  ['/api/categories', DiagnosticPage, admin],
  ['/api/products', ProductsPage, admin],
  ['/api/organizations', EntitiesPage, admin],
  ['/api/users', UsersPage, admin],
  ['/api/accounts', clients, admin],
]

const texts = 'buyback catalog circuit client dispatch document entity item organization refurb shell stock user'
  .split(' ')
  .concat('delivery', 'home', 'quarantine', 'setup', 'warehouse')

it.each(lists)(
  'the list of %s says that the server fails, and comes once it answers again',
  async (asks, Page, user) => {
    const [module, userType] = user
    let fails = true
    const { alert, place, button, asked } = await openOffice(Page, {
      answer: ({ path }) =>
        path === asks && fails
          ? Response.json({ code: 'SERVER_ERROR', message: 'Server error' }, { status: 500 })
          : none,
      texts,
      module,
      userType,
      engine: { subscribe: () => () => undefined, status: () => ({ online: true }) },
    })
    await vi.waitFor(async () => expect((await alert()).textContent).toContain('Le chargement a échoué'), {
      timeout: 10_000,
    })
    expect(place.querySelector('tbody tr, [data-rule]')).toBeNull()
    fails = false
    const before = asked.filter(({ path }) => path === asks).length
    ;(await button('Réessayer')).click()
    await vi.waitFor(() => expect(place.textContent).not.toContain('Le chargement a échoué'), { timeout: 10_000 })
    expect(asked.filter(({ path }) => path === asks).length).toBeGreaterThan(before)
  },
)
