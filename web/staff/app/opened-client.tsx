import { Alert, Button } from '@mantine/core'
import { IconArrowBackUp, IconBuildings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useGuardedSwitch } from './guarded-switch.tsx'
import classes from './office-layout.module.css'
import { useShownName } from './use-brand.ts'

/** Tells an administrator of the platform in whose account everything happens, and leads back. */
export function OpenedClient() {
  const { isOfPlatform, accountId, viewedAccountId } = useSignedInUser()
  return isOfPlatform === true && viewedAccountId !== accountId ? <Notice platformId={accountId} /> : null
}

function Notice({ platformId }: { readonly platformId: string }) {
  const { t } = useTranslation('shell')
  const name = useShownName()
  const { running, unreached, choose, question } = useGuardedSwitch()
  return (
    <aside className={classes.opened} aria-label={t(($) => $.opened.label)}>
      <IconBuildings size={20} aria-hidden />
      <span>{t(($) => $.opened.text, { name })}</span>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        loading={running !== null}
        onClick={() => choose({ accountId: platformId })}
      >
        {t(($) => $.opened.back)}
      </Button>
      {unreached === null ? null : (
        <Alert color="red" role="alert">
          {unreached}
        </Alert>
      )}
      {question}
    </aside>
  )
}
