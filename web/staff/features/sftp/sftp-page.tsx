import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconKey, IconPlug, IconPlugOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SftpAccessAnswer } from '#sync/calls/sftp.ts'
import { CallError } from '#web/lib/http.ts'
import { useCan, useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import { CopyValue } from '#web/staff/ui/copy-value.tsx'
import { EmptyState, ErrorState, ForbiddenState } from '#web/staff/ui/states.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { OneTimePassword } from './one-time-password.tsx'
import { sftpQuery } from './sftp-calls.ts'
import { useSftpChange, type SftpChange } from './use-sftp-change.ts'
import classes from './sftp.module.css'

/** Names that machines use, in no language. */
const folders = { paymentFiles: '/payment-files', register: '/purchase-register' } as const

/**
 * `/settings/sftp` and `/configuration/{organizationId}/sftp` (CONN-17): the access of the account's machines to its
 * files, for who may see it. An organization other than the account's own is none that this page knows.
 */
export function SftpPage({ organizationId }: { readonly organizationId?: string }) {
  const { t } = useTranslation('sftp')
  const found = useQuery(sftpQuery(useHttp()))
  const { viewedAccountId } = useSignedInUser()
  const access = found.data
  if (access === undefined)
    return (
      <Page title={t(($) => $.title)} icon={IconPlug}>
        {found.isError ? (
          <Refused error={found.error} onRetry={() => void found.refetch()} isRetrying={found.isFetching} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </Page>
    )
  const isOwn = organizationId === undefined || [access.organizationId, viewedAccountId].includes(organizationId)
  if (!isOwn)
    return (
      <Page title={t(($) => $.title)} icon={IconPlug}>
        <EmptyState icon={IconPlug} title={t(($) => $.unknown.title)} text={t(($) => $.unknown.text)} />
      </Page>
    )
  return <Access access={access} />
}

function Refused(props: { readonly error: Error; readonly onRetry: () => void; readonly isRetrying: boolean }) {
  const { t } = useTranslation('sftp')
  const code = props.error instanceof CallError ? props.error.code : null
  if (code === 'ACCESS_PERMISSION_MISSING') return <ForbiddenState />
  if (code === 'SFTP_FEATURE_MISSING')
    return <EmptyState icon={IconPlugOff} title={t(($) => $.option.title)} text={t(($) => $.option.text)} />
  return <ErrorState onRetry={props.onRetry} isRetrying={props.isRetrying} />
}

function Access({ access }: { readonly access: SftpAccessAnswer }) {
  const { t } = useTranslation('sftp')
  const may = useCan('sftp.update')
  const [asked, setAsked] = useState<SftpChange | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const change = useSftpChange((told) => {
    setPassword(told)
    setAsked(null)
  })
  const ask = (what: SftpChange) => {
    change.reset()
    setAsked(what)
  }
  const isServed = access.server !== null
  return (
    <Page title={t(($) => $.title)} icon={IconPlug} actions={may && <Actions access={access} onAsk={ask} />}>
      <div className={classes.stack}>
        {!isServed && (
          <Alert color="yellow" role="status" title={t(($) => $.noServer.title)}>
            {t(($) => $.noServer.text)}
          </Alert>
        )}
        {password !== null && <OneTimePassword password={password} onDone={() => setPassword(null)} />}
        <div className={classes.columns}>
          <StateBlock access={access} />
          {access.server !== null && <ServerBlock access={access} server={access.server} />}
        </div>
        <FactBlock title={t(($) => $.offer.title)} facts={[]}>
          <Text mb="xs">{t(($) => $.offer.text)}</Text>
          <dl className={classes.offer}>
            <dt translate="no">{folders.paymentFiles}</dt>
            <dd>{t(($) => $.offer.paymentFiles)}</dd>
            <dt translate="no">{folders.register}</dt>
            <dd>{t(($) => $.offer.register)}</dd>
          </dl>
        </FactBlock>
      </div>
      {asked !== null && (
        <ActionDialog
          title={t(($) => $.change[asked].title)}
          confirmLabel={t(($) => $.change[asked].confirm)}
          isDestructive={asked === 'disable'}
          isPending={change.isPending}
          problem={change.problem}
          onClose={() => setAsked(null)}
          onConfirm={() => change.run({ change: asked, version: access.version })}
        >
          <Text>{t(($) => $.change[asked].text)}</Text>
        </ActionDialog>
      )}
    </Page>
  )
}

function Actions(props: { readonly access: SftpAccessAnswer; readonly onAsk: (change: SftpChange) => void }) {
  const { t } = useTranslation('sftp')
  const { access, onAsk } = props
  const off = access.server === null ? { disabled: true, title: t(($) => $.noServer.title) } : {}
  if (!access.active)
    return (
      <Button leftSection={<IconPlug size={20} aria-hidden />} onClick={() => onAsk('enable')} {...off}>
        {t(($) => $.change.enable.open)}
      </Button>
    )
  return (
    <>
      <Button variant="default" leftSection={<IconPlugOff size={20} aria-hidden />} onClick={() => onAsk('disable')}>
        {t(($) => $.change.disable.open)}
      </Button>
      <Button variant="default" leftSection={<IconKey size={20} aria-hidden />} onClick={() => onAsk('renew')} {...off}>
        {t(($) => $.change.renew.open)}
      </Button>
    </>
  )
}

function StateBlock({ access }: { readonly access: SftpAccessAnswer }) {
  const { t } = useTranslation('sftp')
  const format = useFormat()
  const { active, userName, changedAt, changedBy, lastSignInAt } = access
  const when = (moment: string | null) => (moment === null ? null : format.dateTime(moment))
  return (
    <FactBlock
      title={t(($) => $.state.title)}
      status={
        <StatusBadge
          tone={active ? 'success' : 'neutral'}
          label={t(($) => (active ? $.state.active : $.state.inactive))}
        />
      }
      facts={
        userName === null
          ? []
          : [
              { label: t(($) => $.state.userName), value: <CopyValue value={userName} /> },
              { label: t(($) => $.state.lastSignIn), value: when(lastSignInAt) ?? t(($) => $.state.never) },
              { label: t(($) => (active ? $.state.enabledAt : $.state.disabledAt)), value: when(changedAt) },
              { label: t(($) => $.state.changedBy), value: changedBy },
            ]
      }
    >
      {userName === null && <Text>{t(($) => $.state.first)}</Text>}
    </FactBlock>
  )
}

function ServerBlock(props: {
  readonly access: SftpAccessAnswer
  readonly server: NonNullable<SftpAccessAnswer['server']>
}) {
  const { t } = useTranslation('sftp')
  const { host, port, fingerprint } = props.server
  const { userName } = props.access
  return (
    <FactBlock
      title={t(($) => $.server.title)}
      facts={[
        { label: t(($) => $.server.host), value: <CopyValue value={host} /> },
        { label: t(($) => $.server.port), value: <CopyValue value={String(port)} /> },
        { label: t(($) => $.server.fingerprint), value: <CopyValue value={fingerprint} /> },
        ...(userName === null
          ? []
          : [
              { label: t(($) => $.server.command), value: <CopyValue value={`sftp -P ${port} ${userName}@${host}`} /> },
            ]),
      ]}
    >
      <Text mt="md" c="dimmed" size="sm">
        {t(($) => $.server.compare)}
      </Text>
    </FactBlock>
  )
}
