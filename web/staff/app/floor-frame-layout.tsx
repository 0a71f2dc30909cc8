import { Outlet, Link } from '@tanstack/react-router'
import { IconHome } from '@tabler/icons-react'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { FloorFrameContext } from '../ui/floor/floor-frame.ts'
import { RowsSkeleton } from '../ui/states.tsx'
import { ConnectionBadgeSlot } from './connection-badge-slot.tsx'
import classes from './floor-frame.module.css'
import { MeaninglessNotice } from './meaningless-notice.tsx'
import { StationCodes } from './station-codes.tsx'
import { FloorUpdatePrompt } from './update-prompt.tsx'
import { UserPanelButton } from './user-panel-button.tsx'

/** Surrounds every floor screen with badge, place and user. */
export function FloorFrameLayout() {
  const { t } = useTranslation('shell')
  const user = useSignedInUser()
  const frame = useMemo(
    () => ({
      badge: <ConnectionBadgeSlot />,
      notice: <FloorUpdatePrompt />,
      place: user.currentOrganization?.commonName ?? '',
      userButton: <UserPanelButton floor />,
      homeButton: (
        <Link to="/home" className={classes.button} aria-label={t(($) => $.floor.home)}>
          <IconHome size={28} stroke={1.75} aria-hidden />
        </Link>
      ),
    }),
    [t, user.currentOrganization?.commonName],
  )
  return (
    <FloorFrameContext value={frame}>
      <Suspense fallback={<RowsSkeleton />}>
        <Outlet />
      </Suspense>
      <StationCodes />
      <MeaninglessNotice />
    </FloorFrameContext>
  )
}
