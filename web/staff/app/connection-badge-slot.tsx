import { IconPlugConnectedX, IconUserExclamation, IconWifi } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useNetwork } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { signInNeededAtom } from '#web/lib/error-state.ts'
import classes from './connection-badge-slot.module.css'

/**
 * The place of the connection badge on every floor screen: what the device knows of its network and its session. An
 * ended session is said here and nowhere else, so that capture goes on.
 */
export function ConnectionBadgeSlot() {
  const { t } = useTranslation('shell')
  const { online } = useNetwork()
  const signInNeeded = useAtomValue(signInNeededAtom)
  if (signInNeeded) {
    return (
      <Link to="/login" search={{}} className={classes.badge} data-tone="warning">
        <IconUserExclamation size={24} aria-hidden />
        {t(($) => $.floor.signInAgain)}
      </Link>
    )
  }
  const Icon = online ? IconWifi : IconPlugConnectedX
  return (
    <div className={classes.badge} data-tone={online ? 'ok' : 'warning'} role="status">
      <Icon size={24} aria-hidden />
      {online ? t(($) => $.floor.online) : t(($) => $.floor.offline)}
    </div>
  )
}
