import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AttemptState } from '#domain/payment/payment-provider.ts'
import type { PaymentDetailAnswer } from '#sync/calls/payment.ts'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import classes from './payment.module.css'

const toneOfAttempt: Readonly<Record<AttemptState, StatusTone>> = {
  started: 'warning',
  accepted: 'active',
  completed: 'success',
  failed: 'problem',
}

/** What providers were asked, and what they said. */
export function AttemptBlock({ payment: { attemptList } }: { readonly payment: PaymentDetailAnswer }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const maySeeFile = useCan('payment_file.manage')
  const reasonOf = (failure: string): string => {
    if (failure === 'refused_by_bank') return t(($) => $.detail.refusedByBank)
    return failure === 'not_released' ? t(($) => $.detail.notReleased) : failure
  }
  return (
    <FactBlock title={t(($) => $.detail.attempts)} facts={[]}>
      {attemptList.length === 0 ? (
        <Text c="dimmed">{t(($) => $.detail.noAttempts)}</Text>
      ) : (
        <ol className={classes.lines}>
          {attemptList.map(({ id, number, provider, state, startedAt, endedAt, reference, failure, fileId }) => (
            <li key={id}>
              <span className={classes.lineHead}>
                <strong>{t(($) => $.detail.attempt, { number, provider: t(($) => $.provider[provider]) })}</strong>
                <StatusBadge tone={toneOfAttempt[state]} label={t(($) => $.detail.attemptState[state])} />
              </span>
              <span className={classes.soft}>
                {format.dateTime(startedAt)}
                {endedAt === null ? '' : ` – ${format.dateTime(endedAt)}`}
              </span>
              {failure !== null && (
                <span>
                  {t(($) => $.detail.failure, {
                    reason: reasonOf(failure),
                  })}
                </span>
              )}
              {reference !== null && (
                <span className={classes.soft}>{t(($) => $.detail.reference, { reference })}</span>
              )}
              {fileId !== null && maySeeFile && (
                <AnchorLink to="/payment-files/$id" params={{ id: fileId }} underline="always" w="max-content">
                  {t(($) => $.detail.openFile)}
                </AnchorLink>
              )}
            </li>
          ))}
        </ol>
      )}
    </FactBlock>
  )
}

/** What stands in the books, in words, with the ledgers below them. */
export function BookBlock({ payment: { postings } }: { readonly payment: PaymentDetailAnswer }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (
    <FactBlock title={t(($) => $.detail.books)} facts={[]}>
      {postings.length === 0 ? (
        <Text c="dimmed">{t(($) => $.detail.noBooks)}</Text>
      ) : (
        <>
          <ol className={classes.lines}>
            {postings.map(({ id, kind, debited, credited, amountCents, at }) => (
              <li key={id}>
                <span className={classes.lineHead}>
                  <strong>{t(($) => $.detail.posting[kind], { amount: format.money(amountCents) })}</strong>
                  <span className={classes.soft}>{format.dateTime(at)}</span>
                </span>
                <span className={classes.soft}>
                  {t(($) => $.detail.between, {
                    debited: t(($) => $.detail.ledger[debited]),
                    credited: t(($) => $.detail.ledger[credited]),
                  })}
                </span>
              </li>
            ))}
          </ol>
          <Text size="sm" c="dimmed" mt="md">
            {t(($) => $.detail.booksHint)}
          </Text>
        </>
      )}
    </FactBlock>
  )
}
