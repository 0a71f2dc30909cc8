import { Skeleton, Title } from '@mantine/core'
import { IconCircleCheck, IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { PrintButton } from '#web/staff/ui/print/print-button.tsx'
import { AnchorLink, ButtonLink } from '#web/staff/ui/router-link.tsx'
import { NextSteps } from '../detail/next-steps.tsx'
import { PaperList } from '../papers/paper-list.tsx'
import { useBuybacks } from './use-buybacks.ts'
import classes from './end.module.css'

interface Props {
  readonly ids: readonly string[]
}

/** `/buyback-confirmation` (BB-15): what has been registered, and what comes next. */
export function BuybackConfirmationPage({ ids }: Props) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const found = useBuybacks(ids)
  const isDone = found.face === 'ready' && found.buybacks.length > 0
  return (
    <Page
      title={t(($) => (isDone ? $.confirmation.title : $.confirmation.neutral))}
      icon={isDone ? IconCircleCheck : IconFileText}
    >
      <Named ids={ids}>
        {(buybacks) => (
          <>
            <div className={classes.done} role="status">
              <IconCircleCheck size={32} aria-hidden />
              <Title order={2} size="h3">
                {t(($) => $.confirmation.done, { count: buybacks.length })}
              </Title>
            </div>
            <BuybackList buybacks={buybacks}>{({ id }) => <NextSteps buybackId={id} />}</BuybackList>
            <p className={classes.total}>
              <span>{t(($) => $.confirmation.total)}</span>
              <span>{format.money(buybacks.reduce((sum, one) => sum + (one.totalPriceCents ?? 0), 0))}</span>
            </p>
            <ButtonLink
              to="/buyback-confirmation-docs"
              search={{ ids: buybacks.map(({ id }) => id) }}
              leftSection={<IconFileText size={20} aria-hidden />}
            >
              {t(($) => $.confirmation.documents)}
            </ButtonLink>
          </>
        )}
      </Named>
    </Page>
  )
}

/** `/buyback-confirmation-docs?ids=` (BB-15): the papers of buybacks that were just registered. */
export function ConfirmationDocumentsPage({ ids }: Props) {
  const { t } = useTranslation('buyback')
  return (
    <Page title={t(($) => $.confirmation.docsTitle)} icon={IconFileText}>
      <Named ids={ids}>
        {(buybacks) => (
          <BuybackList buybacks={buybacks}>
            {({ id, item }) => (
              <>
                <PaperList buybackId={id} />
                <div>
                  <PrintButton kind="item_label" id={item.id} />
                </div>
              </>
            )}
          </BuybackList>
        )}
      </Named>
    </Page>
  )
}

function Named({ ids, children }: Props & { readonly children: (buybacks: readonly BuybackAnswer[]) => ReactNode }) {
  const { t } = useTranslation('buyback')
  const found = useBuybacks(ids)
  if (found.face === 'loading') return <Skeleton height={240} radius="md" />
  if (found.face === 'failed') return <ErrorState onRetry={found.retry} />
  if (found.buybacks.length > 0) return children(found.buybacks)
  return (
    <EmptyState
      title={t(($) => $.confirmation.none.title)}
      text={t(($) => $.confirmation.none.text)}
      action={
        <ButtonLink to="/buybacks" variant="default">
          {t(($) => $.confirmation.list)}
        </ButtonLink>
      }
    />
  )
}

function BuybackList(props: {
  readonly buybacks: readonly BuybackAnswer[]
  readonly children: (buyback: BuybackAnswer) => ReactNode
}) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  return (
    <ul className={classes.list}>
      {props.buybacks.map((buyback) => (
        <li key={buyback.id} className={classes.buyback}>
          <div className={classes.head}>
            <span className={classes.name}>
              <strong>{productName({ brand: buyback.product.brand, productLabel: buyback.product.label })}</strong>
              <CodeText code={buyback.identificationNumber} />
            </span>
            <span className={classes.name}>
              <strong>{buyback.totalPriceCents === null ? '–' : format.money(buyback.totalPriceCents)}</strong>
              <AnchorLink to="/buyback/$id" params={{ id: buyback.id }} underline="always">
                {t(($) => $.confirmation.open)}
              </AnchorLink>
            </span>
          </div>
          {props.children(buyback)}
        </li>
      ))}
    </ul>
  )
}
