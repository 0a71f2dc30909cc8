import { Group } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** `/buyback-not-eligible` (BB-14): the answers give no price; what to tell the customer. */
export function NotEligiblePage() {
  const { t } = useTranslation('buyback')
  return (
    <Page title={t(($) => $.notEligible.title)} icon={IconBan}>
      <EmptyState
        icon={IconBan}
        title={t(($) => $.notEligible.heading)}
        text={t(($) => $.notEligible.text)}
        action={
          <Group justify="center">
            <ButtonLink to="/buybacks" variant="default">
              {t(($) => $.notEligible.list)}
            </ButtonLink>
            <ButtonLink to="/buyback/create">{t(($) => $.notEligible.again)}</ButtonLink>
          </Group>
        }
      />
    </Page>
  )
}
