import { UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import classes from './values.module.css'

/** A code in groups; a tap copies it without the spaces. */
export function CodeText({ code, label }: { readonly code: string; readonly label?: string }) {
  const { t } = useTranslation('common')
  const clipboard = useClipboard({ timeout: 1500 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <UnstyledButton className={classes.code} onClick={() => clipboard.copy(code)}>
      {label ? <span className={classes.label}>{label}</span> : null}
      <span translate="no">{groupCode(code)}</span>
      <Icon size={16} stroke={1.5} aria-hidden />
      <span className="visually-hidden">{t(($) => $.action.copy)}</span>
      <span className="visually-hidden" role="status">
        {clipboard.copied ? t(($) => $.copied) : ''}
      </span>
    </UnstyledButton>
  )
}
