import { useSignedInUser } from '#web/lib/platform.tsx'
import { ClientSetups } from '../features/home/client-setups.tsx'
import { DashboardScreen } from '../features/home/dashboard-screen.tsx'
import { SetupGuide } from '../features/home/setup-guide.tsx'
import { DueHint } from '../features/payment/due-hint.tsx'
import { linksOf, type MenuName } from './menu.ts'
import { menuIcons } from './menu-icons.ts'
import { StationCodes } from './station-codes.tsx'
import { useClientOpening } from './use-client-opening.ts'
import { useVisibleMenu } from './use-visible-menu.ts'

/** Pages that the dashboard leads to, in this order (BB-45); before them the work that waits. */
const shortcutNames: readonly MenuName[] = [
  'work',
  'buybackCreate',
  'buybackList',
  'predeclared',
  'checkIn',
  'compliance',
  'expedition',
  'itemsStock',
  'refurbStart',
  'refurbItemSteps',
  'refurbSteps',
  'products',
  'entities',
  'users',
]

/** The dashboard, with the pages of the menu as shortcuts; a station's barcode leads on from here too. */
export function DashboardPage() {
  const links = linksOf(useVisibleMenu())
  const { accountId } = useSignedInUser()
  const opening = useClientOpening()
  const shortcuts = shortcutNames.flatMap((name) => links.find((link) => link.name === name) ?? [])
  return (
    <>
      <DashboardScreen
        notice={
          <>
            <SetupGuide />
            {opening !== null && opening.openId === accountId && <ClientSetups opening={opening} />}
            <DueHint />
          </>
        }
        shortcuts={shortcuts.map((link) => ({ ...link, icon: menuIcons[link.name] }))}
      />
      <StationCodes />
    </>
  )
}
