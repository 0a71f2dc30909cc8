import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import classes from './office-layout.module.css'

/** Tells an administrator of the embedded demo that a password which everybody reads opens everything here. */
export function DemoNotice() {
  const { t } = useTranslation('shell')
  if (useSignedInUser().isOfDemo !== true) return null
  return (
    <aside className={classes.opened} aria-label={t(($) => $.demo.label)}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>{t(($) => $.demo.text)}</span>
    </aside>
  )
}
