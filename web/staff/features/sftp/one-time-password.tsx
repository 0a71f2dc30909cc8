import { Alert, Button, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './sftp.module.css'

/** The password of this enabling, until it is put away: no reading of the page brings it back (CONN-18). */
export function OneTimePassword({ password, onDone }: { readonly password: string; readonly onDone: () => void }) {
  const { t } = useTranslation(['sftp', 'common'])
  const clipboard = useClipboard({ timeout: 3000 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconKey size={20} aria-hidden />}
      title={t(($) => $.password.title)}
      className={classes.once ?? ''}
    >
      <Text>{t(($) => $.password.warning)}</Text>
      <p className={classes.password} translate="no" data-testid="sftp-password">
        {password}
      </p>
      <div className={classes.buttons}>
        <Button leftSection={<Icon size={20} aria-hidden />} onClick={() => clipboard.copy(password)}>
          {t(($) => (clipboard.copied ? $.password.copied : $.password.copy))}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t(($) => $.password.done)}
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {clipboard.copied ? t(($) => $.copied, { ns: 'common' }) : ''}
      </span>
    </Alert>
  )
}
