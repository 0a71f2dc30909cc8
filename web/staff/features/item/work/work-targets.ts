import type { Permission } from '#domain/access/permission.ts'
import type { WorkKind } from '#domain/item/next-work.ts'

/** Where a kind of work is done. */
export interface WorkTarget {
  readonly permission: Permission
  /** The page as the app's routes name it; a page that is no part of the app is not offered. */
  readonly route: string
  /** The address for one item. */
  readonly href: (itemId: string) => string
}

const expedition: Omit<WorkTarget, 'permission'> = {
  route: '/expedition',
  href: (itemId) => `/expedition?itemId=${itemId}`,
}
const steps: WorkTarget = {
  permission: 'refurb.write',
  route: '/warehouse/item-refurb-steps/items/$itemId',
  href: (itemId) => `/warehouse/item-refurb-steps/items/${itemId}`,
}
const diagnosis: WorkTarget = {
  permission: 'refurb_diagnostic.write',
  route: '/warehouse/refurb-diagnosis/$id',
  href: (itemId) => `/warehouse/refurb-diagnosis/${itemId}`,
}

/** The page of each kind of work, and who may do it there. */
export const workTargets: Readonly<Record<WorkKind, WorkTarget>> = {
  check_in: {
    permission: 'warehouse.check_in',
    route: '/warehouse/confirmation-checkin/{-$itemId}',
    href: (itemId) => `/warehouse/confirmation-checkin/${itemId}`,
  },
  test: {
    permission: 'item.control',
    route: '/warehouse/check/{-$itemId}',
    href: (itemId) => `/warehouse/check/${itemId}`,
  },
  release: {
    permission: 'quarantine.transition',
    route: '/buybacksQuarantine',
    href: (itemId) => `/buybacksQuarantine?item=${itemId}`,
  },
  reintegrate: {
    permission: 'item.move',
    route: '/items-stock/$id/edit',
    href: (itemId) => `/items-stock/${itemId}/edit`,
  },
  send_back: { permission: 'expedition.send', ...expedition },
  diagnose: diagnosis,
  finish_diagnosis: diagnosis,
  steps,
  confirm_steps: steps,
  pack: { permission: 'expedition.send', ...expedition },
  forward: { permission: 'expedition.send', ...expedition },
}
