import { Button, Group } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'

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
            <Button component={Link} to="/buybacks" variant="default">
              {t(($) => $.notEligible.list)}
            </Button>
            <Button component={Link} to="/buyback/create">
              {t(($) => $.notEligible.again)}
            </Button>
          </Group>
        }
      />
    </Page>
  )
}
