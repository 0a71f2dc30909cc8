import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { ListedCategory } from '#sync/calls/category.ts'
import type { CircuitAnswer } from '#sync/calls/circuit.ts'
import type { ListedClient } from '#sync/calls/client.ts'
import type { TransportAnswer } from '#sync/calls/dispatch.ts'
import type { PrinterAnswer } from '#sync/calls/document.ts'
import type { OfficePaymentMode } from '#sync/calls/payment-mode.ts'
import type { ListedProductAnswer } from '#sync/calls/product-list.ts'
import type { OfficeShippingMethod } from '#sync/calls/shipping-method.ts'
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
import { entityAnswer } from '#web/staff/features/organization/entity/entity.fixture.ts'
import { seller } from '#web/staff/features/organization/user/user.fixture.ts'
import { EntitiesPage } from '#web/staff/features/organization/entities-page.tsx'
import { UsersPage } from '#web/staff/features/organization/users-page.tsx'

const id = '019a6410-0000-7000-8000-000000000001'
const at = '2026-11-02T10:00:00.000Z'
// The rules of dispatch come with what they choose from.
const rule = { id, version: 1, title: 'Tout à Lille', position: 1, conditions: [], warehouseIds: [], updatedAt: at }
const dispatch = { version: 1, defaultWarehouseId: null, isGeographic: false, rules: [rule] }
const choices = { warehouses: [], stores: [], brands: [], categories: [], circuits: [], grades: [], organizations: [] }
const none = { 'hydra:member': [], 'hydra:totalItems': 0, ...dispatch, ...choices }

/** One row of each list, as the server answers it, with what the page names it by. */
const printer: PrinterAnswer = {
  id,
  version: 1,
  organizationId: id,
  organizationName: 'Atelier Lyon',
  name: 'Zebra du quai',
  host: 'zebra.example',
  port: 9100,
  media: '100x150',
  dotsPerMm: 8,
  active: true,
  encrypted: false,
  fingerprint: '',
  tested: null,
}
const transport: TransportAnswer = {
  id,
  createdAt: at,
  buybackId: id,
  buybackNumber: '2000000000017',
  orderLink: null,
  packageNumber: null,
  deliveryStatus: null,
  labelState: 'ready',
}
const circuit: CircuitAnswer = {
  id,
  version: 3,
  name: 'Envoi postal',
  type: 'web_post',
  channel: 'web',
  deposit: 'post',
  status: 'enabled',
  ownLabel: false,
  carrierMissing: false,
  description: null,
  translations: {},
  terms: null,
  ruleDescription: null,
  highlightedInstruction: null,
  customValues: [],
  transferOrderNumberOfCopy: 1,
  defaultInstructions: [],
  eligibleCountries: ['FR'],
  paymentModeIds: [],
  transportOptionIds: [],
  modifier: null,
  categories: [],
}
const mode: OfficePaymentMode = {
  id,
  version: 1,
  type: 'bank_transfer',
  label: 'Virement en 7 jours',
  description: null,
  longDescription: null,
  mailContent: null,
  translations: {},
  provider: 'bank_transfer',
  modifier: null,
  iban: true,
  status: 'active',
  circuits: [],
}
const method: OfficeShippingMethod = {
  id,
  version: 1,
  channel: 'web',
  type: 'WEB_POST',
  description: 'Colis prépayé',
  modifier: null,
  paymentMethods: [],
  availableCountries: ['FR'],
  translations: {},
  status: 'active',
  circuits: [],
}
const category: ListedCategory = {
  id,
  version: 1,
  name: 'Appareils photo',
  parentId: null,
  identifier: 'photo',
  status: 'active',
  image: null,
  productCount: { web: 1, store: 1 },
  numberOfProducts: 1,
  numberOfPublishedProducts: 1,
  numberOfQuestions: 1,
}
const product: ListedProductAnswer = {
  id,
  version: 1,
  label: 'Reflex D7500',
  brand: 'Nikon',
  model: null,
  buyerReference: null,
  gtin: null,
  categoryId: id,
  categoryName: 'Reflex',
  status: 'published',
  image: null,
  prices: { grade_a: 12_345 },
  bestPriceCents: 12_345,
  createdAt: at,
}
const client: ListedClient = {
  id,
  version: 1,
  organizationId: id,
  name: 'Maison Essai',
  status: 'active',
  createdAt: at,
  isRetailer: true,
  isBuyerAndWorkshopsSupervisor: false,
  webChannelUrl: null,
  linkedBuyers: 0,
  linkedRetailers: 0,
}
const manager: readonly [Module, UserType] = ['rps', 'warehouse_manager']
const admin: readonly [Module, UserType] = ['root', 'admin']
const clients = () => <ClientsPage opening={null} />
const transports = () => <TransportPage actions={() => null} labelBadge={() => null} />

/** Each list of the office whose rows are the server's alone: what it asks, its row and that one's name, and whom it opens for. */
const lists: readonly (readonly [
  asks: string,
  row: object,
  name: string,
  Page: () => ReactNode,
  user: readonly [Module, UserType],
])[] = [
  ['/api/printers', printer, printer.name, PrinterPage, manager],
  ['/api/transports', transport, '2 000000 000017', transports, admin],
  ['/api/warehouse-dispatch', rule, rule.title, DispatchPage, admin],
  ['/api/circuits', circuit, circuit.name, CircuitListPage, admin],
  ['/api/payment-modes', mode, mode.label, PaymentModeListPage, admin],
  ['/api/shipping-methods', method, 'Colis prépayé', ShippingMethodListPage, admin],
  ['/api/categories', category, category.name, CategoriesPage, admin],
  ['/api/categories', category, category.name, DiagnosticPage, admin],
  ['/api/products', product, product.label, ProductsPage, admin],
  ['/api/organizations', entityAnswer, entityAnswer.commonName, EntitiesPage, admin],
  ['/api/users', seller, 'Benali', UsersPage, admin],
  ['/api/accounts', client, client.name, clients, admin],
]

const soon = { timeout: 10_000 }
const texts = 'buyback catalog circuit client dispatch document entity item organization refurb shell stock user'
  .split(' ')
  .concat('delivery', 'home', 'quarantine', 'setup', 'warehouse')

it.each(lists)(
  'the list of %s says that the server fails, and comes once it answers again',
  async (asks, row, name, Page, user) => {
    const [module, userType] = user
    let fails = true
    const { alert, place, button } = await openOffice(Page, {
      answer: ({ path }) => {
        if (path !== asks) return none
        if (fails) return Response.json({ code: 'SERVER_ERROR', message: 'Server error' }, { status: 500 })
        return { ...none, 'hydra:member': [row], 'hydra:totalItems': 1 }
      },
      texts,
      module,
      userType,
      engine: { subscribe: () => () => undefined, status: () => ({ online: true }) },
    })
    const rows = () =>
      [...place.querySelectorAll('tbody tr, [data-rule]')].map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    await vi.waitFor(async () => expect((await alert()).textContent).toContain('Le chargement a échoué'), soon)
    expect(rows()).toEqual([])
    fails = false
    ;(await button('Réessayer')).click()
    await vi.waitFor(() => expect(rows()).toEqual([expect.stringContaining(name)]), soon)
    expect(place.textContent).not.toContain('Le chargement a échoué')
  },
)
