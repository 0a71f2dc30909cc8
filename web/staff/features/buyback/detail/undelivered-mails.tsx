import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { jobReason } from '#domain/payment/job-reason.ts'
import type { UndeliveredMail } from '#sync/calls/buyback-detail.ts'
import { useFormat } from '#web/lib/platform.tsx'

/** Mails that the customer has not got, and why: the customer is then reached another way. */
export function UndeliveredMails({ mails }: { readonly mails: readonly UndeliveredMail[] | undefined }) {
  const { t } = useTranslation('buyback')
  const { t: tj, i18n } = useTranslation('job')
  const format = useFormat()
  if (mails === undefined || mails.length === 0) return null
  const nameOf = (kind: string): string => {
    const found: unknown = i18n.getResource(i18n.language, 'job', `kind.${kind}`)
    return typeof found === 'string' ? found : kind
  }
  const reasonOf = (error: string): string => {
    const reason = jobReason(error)
    return reason === null ? error : tj(($) => $.reason[reason])
  }
  return (
    <Alert color="orange" variant="light" icon={<IconMailOff size={20} />} title={t(($) => $.detail.undelivered.title)}>
      {mails.map(({ kind, at, error }) => (
        <p key={`${kind} ${at}`}>
          <strong>{t(($) => $.detail.undelivered.mail, { kind: nameOf(kind), date: format.dateTime(at) })}</strong>{' '}
          {reasonOf(error)}
        </p>
      ))}
    </Alert>
  )
}
