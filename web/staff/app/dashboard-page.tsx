import { isAtPlatform } from '#web/lib/at-platform.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { ClientSetups } from '../features/dashboard/client-setups.tsx'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import { SetupGuide } from '../features/dashboard/setup-guide.tsx'
import { DueHint } from '../features/payment/due-hint.tsx'
import { ReleaseHint } from '../features/payment/payment-release-hint.tsx'
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

/** Those of the platform's own account, which buys nothing and has no stock. */
const platformShortcutNames: readonly MenuName[] = ['clients', 'clientCreate', 'transports']

/** The dashboard, with the pages of the menu as shortcuts; a station's barcode leads on from here too. */
export function DashboardPage() {
  const links = linksOf(useVisibleMenu())
  const user = useSignedInUser()
  const opening = useClientOpening()
  const isPlatform = isAtPlatform(user)
  const names = isPlatform ? platformShortcutNames : shortcutNames
  const shortcuts = names.flatMap((name) => links.find((link) => link.name === name) ?? [])
  return (
    <>
      <DashboardScreen
        notice={
          <>
            {isPlatform && opening !== null && <ClientSetups opening={opening} />}
            <SetupGuide />
            <DueHint />
            <ReleaseHint />
          </>
        }
        isTrading={!isPlatform}
        shortcuts={shortcuts.map((link) => ({ ...link, icon: menuIcons[link.name] }))}
      />
      <StationCodes />
    </>
  )
}
