import { Alert, Button, Text } from '@mantine/core'
import { IconDeviceMobile, type TablerIcon } from '@tabler/icons-react'
import { type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import type { Reading } from '#web/lib/reading.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { EmptyState, ErrorState } from './states.tsx'

/**
 * What a page shows of a reading: while the server answers just that; out of its reach the device's copy below a notice
 * that says how old it is and what needs the network, or why there is none.
 */
export function CopyFrame(props: {
  readonly reading: Pick<Reading<unknown>, 'away' | 'retry'>
  /** What this page's copy lacks. */
  readonly note?: string | null
  readonly children: ReactNode
}) {
  const { t } = useTranslation('common')
  const { away, retry } = props.reading
  if (away?.face === 'missing')
    return (
      <EmptyState
        icon={IconDeviceMobile}
        title={t(($) => $.copy.missing.title)}
        text={t(($) => $.copy.missing.text)}
        action={
          <Button variant="default" onClick={retry}>
            {t(($) => $.action.retry)}
          </Button>
        }
      />
    )
  if (away?.face === 'failed')
    return <ErrorState title={t(($) => $.copy.failed.title)} text={t(($) => $.copy.failed.text)} onRetry={retry} />
  return (
    <>
      {away !== null && away.asOfMs !== null && <CopyNotice asOfMs={away.asOfMs} note={props.note ?? null} />}
      {props.children}
    </>
  )
}

function CopyNotice({ asOfMs, note }: { readonly asOfMs: number; readonly note: string | null }) {
  const { t } = useTranslation('common')
  const date = useFormat().dateTime(new Date(asOfMs))
  return (
    <Alert
      color="gray"
      mb="md"
      role="status"
      icon={<IconDeviceMobile size={20} aria-hidden />}
      title={t(($) => $.copy.title, { date })}
    >
      <Text size="sm">
        {note === null ? '' : `${note} `}
        {t(($) => $.copy.readOnly)}
      </Text>
    </Alert>
  )
}

/** Why what changes something is off while a page shows the device's copy; null while it is not. */
export function useOfflineReason({ away }: Pick<Reading<unknown>, 'away'>): string | null {
  const { t } = useTranslation('common')
  return away === null ? null : t(($) => $.copy.needsNetwork)
}

/** A button that leads to where something is changed; off with its reason where that cannot be done now. */
export function ChangeLink(props: {
  readonly to: NonNullable<LinkProps['to']>
  readonly search?: Readonly<Record<string, string>>
  readonly icon: TablerIcon
  readonly label: string
  readonly off: string | null
}) {
  const { icon: Icon, label, off } = props
  const icon = <Icon size={20} aria-hidden />
  if (off !== null)
    return (
      <Button disabled leftSection={icon} title={off}>
        {label}
      </Button>
    )
  return (
    <ButtonLink to={props.to} search={props.search ?? {}} leftSection={icon}>
      {label}
    </ButtonLink>
  )
}
