import { DashboardScreen } from '../features/home/dashboard-screen.tsx'
import { linksOf } from './menu.ts'
import { menuIcons } from './menu-icons.ts'
import { StationCodes } from './station-codes.tsx'
import { useVisibleMenu } from './use-visible-menu.ts'

/** The dashboard, with the pages of the menu as shortcuts; a station's barcode leads on from here too. */
export function DashboardPage() {
  const shortcuts = linksOf(useVisibleMenu()).filter((link) => link.path !== '/home')
  return (
    <>
      <DashboardScreen shortcuts={shortcuts.map((link) => ({ ...link, icon: menuIcons[link.name] ?? null }))} />
      <StationCodes />
    </>
  )
}
