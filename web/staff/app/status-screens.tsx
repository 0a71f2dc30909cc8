import { Button, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '../ui/page.tsx'
import classes from './status-screens.module.css'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** No page has this address (SHELL-46). */
export function NotFoundScreen() {
  const { t } = useTranslation('shell')
  return (
    <Status code="404" title={t(($) => $.notFound.title)} text={t(($) => $.notFound.text)}>
      <ButtonLink to="/home" size="md">
        {t(($) => $.backHome)}
      </ButtonLink>
    </Status>
  )
}

/** The user may not open this page (SHELL-47). */
export function AccessDeniedScreen() {
  const { t } = useTranslation('shell')
  return (
    <Status code="403" title={t(($) => $.denied.title)} text={t(($) => $.denied.text)}>
      <ButtonLink to="/home" size="md">
        {t(($) => $.backHome)}
      </ButtonLink>
    </Status>
  )
}

/** The service does not answer. */
export function NotAvailableScreen() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  return (
    <main className={classes.alone}>
      <Status code="503" title={t(($) => $.notAvailable.title)} text={t(($) => $.notAvailable.text)}>
        <Button size="md" onClick={() => void router.navigate({ to: '/home', reloadDocument: true })}>
          {t(($) => $.notAvailable.retry)}
        </Button>
      </Status>
    </main>
  )
}

function Status(props: {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <Stack align="center" gap="sm" className={classes.status ?? ''}>
      <span className={classes.code} aria-hidden>
        {props.code}
      </span>
      <PageHeading title={props.title} isCentered />
      <Text c="dimmed" ta="center" maw={480}>
        {props.text}
      </Text>
      <div className={classes.action}>{props.children}</div>
    </Stack>
  )
}
