import { Anchor, Skeleton } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BuybackDocumentKind } from '#domain/document/buyback-document.ts'
import { buybackDocumentCall } from '#sync/calls/buyback-document.ts'
import { isLookedFor } from '#web/buyback/label-polling.ts'
import { addressOf } from '#web/lib/http.ts'
import { ErrorState } from '#web/staff/ui/states.tsx'
import { usePapers, type Paper } from './use-papers.ts'
import classes from './papers.module.css'

const nameKeys = {
  transfer_order: 'transferOrder',
  tracking_sheet: 'trackingSheet',
  shipping_label: 'shippingLabel',
  receipt: 'receipt',
  voucher: 'voucher',
  gift_card: 'giftCard',
} as const satisfies Record<BuybackDocumentKind, string>

/** The papers of a buyback: those that are ready to open, and of the others why they are not there (BB-42, BB-43). */
export function PaperList({ buybackId }: { readonly buybackId: string }) {
  const { t } = useTranslation('document')
  const { documents, hasFailed, retry, isOver } = usePapers(buybackId)
  if (documents === undefined) return hasFailed ? <ErrorState onRetry={retry} /> : <Skeleton height={96} radius="md" />
  // A label that is not expected is said; of other papers that are not due nobody asks.
  const shown = documents.filter(({ kind, state }) => state !== 'none' || kind === 'shipping_label')
  return (
    <ul className={classes.papers} aria-label={t(($) => $.papers.title)}>
      {shown.map((paper) => (
        <li key={paper.kind}>
          <PaperRow buybackId={buybackId} paper={paper} isOver={isOver} />
        </li>
      ))}
    </ul>
  )
}

function PaperRow(props: { readonly buybackId: string; readonly paper: Paper; readonly isOver: boolean }) {
  const { t } = useTranslation('document')
  const { kind, state } = props.paper
  const name = t(($) => $.print.buyback[nameKeys[kind]])
  if (state === 'ready')
    return (
      <Anchor
        href={addressOf(buybackDocumentCall.path, { params: { id: props.buybackId, file: `${kind}.pdf` } })}
        target="_blank"
        rel="noopener"
        underline="always"
        className={classes.paper ?? ''}
      >
        <IconFileTypePdf size={20} aria-hidden />
        {`${name} (PDF)`}
      </Anchor>
    )
  const isAwaited = isLookedFor(props.paper)
  const isLate = isAwaited ? props.isOver : state === 'failed'
  if (kind === 'shipping_label')
    return (
      <span className={classes.soft} role="status">
        {state === 'none'
          ? t(($) => $.papers.labelNotExpected)
          : isLate
            ? t(($) => $.unavailable.shipping_label)
            : t(($) => $.papers.labelNotYet)}
      </span>
    )
  if (isLate) return <span className={classes.soft}>{t(($) => $.unavailable[kind])}</span>
  return (
    <span className={classes.soft}>
      {name} · {isAwaited ? t(($) => $.papers.awaiting) : t(($) => $.papers.later)}
    </span>
  )
}
