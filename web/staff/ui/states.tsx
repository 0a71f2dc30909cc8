import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './states.module.css'

interface FaceProps {
  readonly icon: TablerIcon
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly role?: 'alert' | 'status'
}

function Face({ icon: Icon, title, text, action, role }: FaceProps) {
  return (
    <Stack className={classes.face} align="center" gap="sm" role={role}>
      <span className={classes.disc}>
        <Icon size={32} stroke={1.5} aria-hidden />
      </span>
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      {text ? (
        <Text className={classes.text} c="dimmed" ta="center">
          {text}
        </Text>
      ) : null}
      {action ? <Group mt="xs">{action}</Group> : null}
    </Stack>
  )
}

/** Nothing here yet: what this is, and the one thing to do. */
export function EmptyState(props: {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly icon?: TablerIcon
}) {
  return <Face {...props} icon={props.icon ?? IconInbox} />
}

/** What happened, what is safe, what to do. */
export function ErrorState(props: {
  readonly title?: string
  readonly text?: ReactNode
  readonly onRetry?: () => void
  /** Whether another try is under way. */
  readonly isRetrying?: boolean
}) {
  const { t } = useTranslation('common')
  const retry = props.onRetry
  return (
    <Face
      role="alert"
      icon={IconAlertTriangle}
      title={props.title ?? t(($) => $.error.title)}
      text={props.text ?? t(($) => $.error.text)}
      action={
        retry ? (
          <Button variant="default" loading={props.isRetrying ?? false} onClick={() => retry()}>
            {t(($) => $.action.retry)}
          </Button>
        ) : null
      }
    />
  )
}

/** The user may not see this. */
export function ForbiddenState(props: { readonly action?: ReactNode }) {
  const { t } = useTranslation('common')
  return <Face icon={IconLock} title={t(($) => $.forbidden.title)} text={t(($) => $.forbidden.text)} {...props} />
}

/** Reserves the space of rows that are on their way. */
export function RowsSkeleton({ rows = 5, height = 44 }: { readonly rows?: number; readonly height?: number }) {
  const { t } = useTranslation('common')
  return (
    <Stack gap={4} role="status" aria-label={t(($) => $.loading)}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  )
}
