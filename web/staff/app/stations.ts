import type { StationCommand } from '#domain/item/resolve-code.ts'
import type { MenuLink, MenuName } from './menu.ts'

/** The tray is on no menu: the sign of what needs attention leads to it, and a barcode. */
const trayPath = '/warehouse/attention'

/** The entry of the menu that each station's barcode stands for. */
export const stationEntries: Readonly<Record<Exclude<StationCommand, 'GO:TRAY'>, MenuName>> = {
  'GO:WORK': 'work',
  'GO:CHECKIN': 'checkIn',
  'GO:TEST': 'compliance',
  'GO:REFURB': 'refurbStart',
  'GO:STEPS': 'refurbItemSteps',
  'GO:MOVE': 'moveItems',
  'GO:COUNT': 'stockCount',
  'GO:PACK': 'expedition',
}

/** The page of a station; null for a user whose menu does not have it. */
export function stationPath(links: readonly MenuLink[], station: StationCommand): string | null {
  if (station === 'GO:TRAY') return trayPath
  return links.find(({ name }) => name === stationEntries[station])?.path ?? null
}
