import type { Permission } from '#domain/access/permission.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import { sepaCurrency } from '#domain/kernel/sepa-countries.ts'
import { hasFeature, type PremiumFeature } from '#domain/organization/premium-feature.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { isAtPlatform } from '#web/lib/at-platform.ts'
import { can } from '#web/lib/permission.ts'
import { amountsOf } from '#web/lib/session.ts'

/** Names of the entries; each has a text under `shell:menu`. */
export type MenuName =
  | 'dashboard'
  | 'work'
  | 'buybacks'
  | 'buybacksSubmenu'
  | 'buybackList'
  | 'buybackCreate'
  | 'predeclared'
  | 'expedition'
  | 'checkIn'
  | 'compliance'
  | 'quarantine'
  | 'catalog'
  | 'categories'
  | 'products'
  | 'ownPrices'
  | 'questions'
  | 'refurbishment'
  | 'refurbQuestions'
  | 'refurbStart'
  | 'refurbItemSteps'
  | 'refurbSteps'
  | 'stocks'
  | 'moveItems'
  | 'stockCount'
  | 'itemsStock'
  | 'printers'
  | 'commandSheet'
  | 'payments'
  | 'paymentList'
  | 'paymentsDue'
  | 'paymentFiles'
  | 'paymentReleases'
  | 'purchaseRegister'
  | 'configuration'
  | 'design'
  | 'paymentModes'
  | 'dispatchCircuits'
  | 'shippingMethods'
  | 'warehouseDispatch'
  | 'homeEditor'
  | 'organization'
  | 'users'
  | 'entities'
  | 'settings'
  | 'settingsTim'
  | 'settingsLcm'
  | 'settingsSftp'
  | 'settingsTransferOrder'
  | 'admin'
  | 'clients'
  | 'clientCreate'
  | 'transports'
  | 'jobs'

/** An entry that leads to a page. */
export interface MenuLink {
  readonly name: MenuName
  readonly path: string
  /** Where the pages that it leads on to begin, if not with its own path. */
  readonly within?: string
  readonly permission: Permission
  /** Shown only where the account has the feature. */
  readonly feature?: PremiumFeature
  /** Shown only where the account pays in it. */
  readonly currency?: Currency
  /** Carries the premium badge. */
  readonly premium?: true
  /** Hidden while the account has check-in disabled, except for administrators (SHELL-19). */
  readonly needsCheckIn?: true
  /** Shown in the platform's own account too, which buys nothing, has no stock and is no client. */
  readonly atPlatform?: true
}

/** An entry that holds others; it shows to users who see one of them. */
export interface MenuGroup {
  readonly name: MenuName
  readonly entries: readonly MenuEntry[]
}

export type MenuEntry = MenuLink | MenuGroup

/** The side menu (SHELL-15 to SHELL-29), complete. An entry shows once its page is part of the app. */
export const menu: readonly MenuEntry[] = [
  { name: 'dashboard', path: '/home', permission: 'dashboard.read', atPlatform: true },
  { name: 'work', path: '/warehouse/work', permission: 'item.control' },
  {
    name: 'buybacks',
    entries: [
      {
        name: 'buybacksSubmenu',
        entries: [
          { name: 'buybackList', path: '/buybacks', within: '/buyback', permission: 'buyback.list' },
          { name: 'buybackCreate', path: '/buyback/create', permission: 'buyback.create' },
          { name: 'predeclared', path: '/buybacks-predeclared', permission: 'buyback.predeclared' },
          { name: 'expedition', path: '/expedition', permission: 'expedition.send' },
          { name: 'checkIn', path: '/warehouse/checkin', permission: 'warehouse.check_in', needsCheckIn: true },
          { name: 'compliance', path: '/warehouse/check', permission: 'item.control' },
          { name: 'quarantine', path: '/buybacksQuarantine', permission: 'quarantine.transition' },
          { name: 'commandSheet', path: '/warehouse/command-sheet', permission: 'expedition.send' },
        ],
      },
      {
        name: 'catalog',
        entries: [
          { name: 'categories', path: '/categories/list', within: '/category', permission: 'category.list' },
          { name: 'products', path: '/products', within: '/product', permission: 'product.list' },
          { name: 'ownPrices', path: '/own-prices', permission: 'product.write_own_prices' },
          { name: 'questions', path: '/diagnostic', permission: 'question.list' },
        ],
      },
    ],
  },
  {
    name: 'refurbishment',
    entries: [
      { name: 'refurbQuestions', path: '/refurb-diagnosis-questions', permission: 'refurb_diagnostic.manage' },
      { name: 'refurbStart', path: '/refurb-diagnosis/start', permission: 'refurb_diagnostic.write' },
      { name: 'refurbItemSteps', path: '/warehouse/item-refurb-steps/search', permission: 'refurb.write' },
      { name: 'refurbSteps', path: '/refurb-steps', within: '/refurb-step', permission: 'refurb_step.manage' },
      { name: 'stocks', path: '/stocks', permission: 'stock.manage' },
      { name: 'moveItems', path: '/warehouse/move', permission: 'item.move' },
      { name: 'stockCount', path: '/warehouse/stock-count', permission: 'item.move' },
      { name: 'itemsStock', path: '/items-stock', permission: 'item_stock.read' },
      { name: 'printers', path: '/printers', permission: 'stock.manage' },
    ],
  },
  {
    name: 'payments',
    entries: [
      { name: 'paymentList', path: '/payments', permission: 'payment.list' },
      { name: 'paymentsDue', path: '/payments/due', permission: 'payment.list' },
      { name: 'paymentFiles', path: '/payment-files', permission: 'payment_file.manage', currency: sepaCurrency },
      { name: 'paymentReleases', path: '/payment-releases', permission: 'payment.release' },
      { name: 'purchaseRegister', path: '/purchase-register', permission: 'purchase_register.read' },
    ],
  },
  {
    name: 'configuration',
    entries: [
      { name: 'design', path: '/design', permission: 'design.read' },
      { name: 'homeEditor', path: '/home/edit', permission: 'home.read' },
      { name: 'paymentModes', path: '/paymentModes', within: '/paymentMode', permission: 'payment_mode.list' },
      { name: 'dispatchCircuits', path: '/circuits', within: '/circuit', permission: 'dispatch_circuit_rule.list' },
      { name: 'shippingMethods', path: '/shippingMethods', within: '/shippingMethod', permission: 'circuit.list' },
      {
        name: 'warehouseDispatch',
        path: '/warehouse-dispatch',
        within: '/warehouse-dispatch-rule',
        permission: 'warehouse_dispatch_rule.read',
      },
      {
        name: 'organization',
        entries: [
          { name: 'users', path: '/users', within: '/user', permission: 'user.list' },
          { name: 'entities', path: '/entities', within: '/entity', permission: 'organization.list' },
        ],
      },
      {
        name: 'settings',
        entries: [
          { name: 'settingsTim', path: '/settings/tim/general', permission: 'settings.read' },
          { name: 'settingsLcm', path: '/settings/lcm/general', permission: 'settings.read' },
          { name: 'settingsSftp', path: '/settings/sftp', permission: 'sftp.read', feature: 'sftp_access' },
          {
            name: 'settingsTransferOrder',
            path: '/settings/transfer-order',
            permission: 'transfer_order.read',
            premium: true,
          },
        ],
      },
      { name: 'jobs', path: '/jobs', permission: 'job.manage', atPlatform: true },
    ],
  },
  {
    name: 'admin',
    entries: [
      { name: 'clients', path: '/clients', within: '/client', permission: 'client.list', atPlatform: true },
      { name: 'clientCreate', path: '/client/create', permission: 'client.create', atPlatform: true },
      { name: 'transports', path: '/transports-list', permission: 'transport.list', atPlatform: true },
    ],
  },
]

/** What decides about an entry besides the permissions. */
export interface MenuFacts {
  /** The account has check-in disabled. */
  readonly checkInDisabled: boolean
  /** Whether the app has a page at a path. */
  readonly hasPage: (path: string) => boolean
}

/** The part of the menu that a user sees; groups without a visible entry are gone. */
export function visibleMenu(user: StoredUser, facts: MenuFacts): readonly MenuEntry[] {
  const visible = (entry: MenuEntry): readonly MenuEntry[] => {
    if ('entries' in entry) {
      const entries = entry.entries.flatMap(visible)
      return entries.length === 0 ? [] : [{ ...entry, entries }]
    }
    return isVisible(entry, user, facts) ? [entry] : []
  }
  return menu.flatMap(visible)
}

/** The links of a menu, without its groups. */
export function linksOf(entries: readonly MenuEntry[]): readonly MenuLink[] {
  return entries.flatMap((entry) => ('entries' in entry ? linksOf(entry.entries) : [entry]))
}

/** The link that a page belongs to: the one whose address agrees with the page's furthest; null where none does. */
export function currentLink(entries: readonly MenuEntry[], path: string): MenuLink | null {
  const reach = ({ path: own, within }: MenuLink): number =>
    Math.max(
      ...[own, within ?? own].map((start) => (path === start || path.startsWith(`${start}/`) ? start.length : 0)),
    )
  const [first] = linksOf(entries).toSorted((a, b) => reach(b) - reach(a))
  return first === undefined || reach(first) === 0 ? null : first
}

function isVisible(link: MenuLink, user: StoredUser, facts: MenuFacts): boolean {
  if (!facts.hasPage(link.path) || !can(user, link.permission)) return false
  if (isAtPlatform(user) && link.atPlatform !== true) return false
  if (link.feature && !hasFeature(user.enabledPremiumFeatures, link.feature)) return false
  if (link.currency && link.currency !== amountsOf(user, null).currency) return false
  return !(link.needsCheckIn && facts.checkInDisabled && !isAdminType(user.userType))
}
