import {
  IconBuildingWarehouse,
  IconChecklist,
  IconBox,
  IconHome,
  IconListCheck,
  IconPackageImport,
  IconRecycle,
  IconSettings,
  IconShieldLock,
  IconTool,
  IconTruckDelivery,
  IconBiohazard,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MenuName } from './menu.ts'

/** Pictures of the entries that have one. */
export const menuIcons: Readonly<Partial<Record<MenuName, TablerIcon>>> = {
  dashboard: IconHome,
  work: IconListCheck,
  buybacks: IconRecycle,
  checkIn: IconPackageImport,
  compliance: IconChecklist,
  expedition: IconTruckDelivery,
  quarantine: IconBiohazard,
  catalog: IconBox,
  refurbishment: IconTool,
  itemsStock: IconBuildingWarehouse,
  configuration: IconSettings,
  admin: IconShieldLock,
}
