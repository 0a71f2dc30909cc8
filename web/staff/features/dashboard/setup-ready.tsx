import { Button, Group, Text, Title } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { hasTransferFiles } from '#web/lib/session.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { isSetupEndTold, keepSetupEndTold } from './setup-end.ts'
import classes from './setup-guide.module.css'

/**
 * The end of the set-up guide, until it is closed or a buyback has been paid: where customers sell, and what becomes of the
 * first buyback. An account that sells nothing has none.
 */
export function SetupReady({ siteUrl }: { readonly siteUrl: string | null }) {
  const { t } = useTranslation('setup')
  const { storage } = usePlatform()
  const user = useSignedInUser()
  const { viewedAccountId } = user
  const mayPay = useCan('payment_file.manage') && hasTransferFiles(user)
  const [isTold, setTold] = useState(() => isSetupEndTold(storage, viewedAccountId))
  if (siteUrl === null || isTold) return null
  return (
    <section aria-labelledby="setup-ready" className={classes.guide}>
      <Title order={2} size="h3" id="setup-ready">
        {t(($) => $.ready.title)}
      </Title>
      <Text>{t(($) => $.ready.text)}</Text>
      <ol className={classes.next}>
        <li>{t(($) => $.ready.sell)}</li>
        <li>{t(($) => $.ready.receive)}</li>
        <li>
          {t(($) => $.ready.pay)}{' '}
          {mayPay && (
            <AnchorLink to="/payment-files" underline="always">
              {t(($) => $.ready.files)}
            </AnchorLink>
          )}
        </li>
      </ol>
      <Group mt="xs">
        <Button
          component="a"
          href={siteUrl}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t(($) => $.ready.site)}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            keepSetupEndTold(storage, viewedAccountId)
            setTold(true)
          }}
        >
          {t(($) => $.ready.close)}
        </Button>
      </Group>
    </section>
  )
}
