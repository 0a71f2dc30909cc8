import { UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './copy-value.module.css'

/** A value that machines are given as it is; a tap copies it. */
export function CopyValue({ value }: { readonly value: string }) {
  const { t } = useTranslation('common')
  const clipboard = useClipboard({ timeout: 1500 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <UnstyledButton className={classes.copy} onClick={() => clipboard.copy(value)}>
      <span translate="no" className={classes.value}>
        {value}
      </span>
      <Icon size={16} stroke={1.5} aria-hidden className={classes.icon} />
      <span className="visually-hidden">{t(($) => $.action.copy)}</span>
      <span className="visually-hidden" role="status">
        {clipboard.copied ? t(($) => $.copied) : ''}
      </span>
    </UnstyledButton>
  )
}
