import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { voucherQuery } from '../buyback-calls.ts'

/** The voucher or gift card to hand out; absent where there is none, and for who hands none out. */
export function VoucherBlock({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation(['buyback', 'payment'])
  const format = useFormat()
  const may = useCan('buyback.documents')
  const isVoucher = buyback.paymentMode?.type === 'voucher' || buyback.paymentMode?.type === 'gift_card'
  const { data } = useQuery({ ...voucherQuery(useHttp(), buyback.id), enabled: may && isVoucher })
  const voucher = data?.voucher ?? null
  if (voucher === null) return null
  return (
    <FactBlock
      title={t(($) => $.detail.voucher)}
      facts={[
        { label: t(($) => $.voucherType[voucher.type], { ns: 'payment' }), value: format.money(voucher.amountCents) },
        { label: t(($) => $.detail.voucherCode), value: <CodeText code={voucher.code} /> },
        { label: t(($) => $.detail.voucherIssuedAt), value: format.dateTime(voucher.issuedAt) },
      ]}
    />
  )
}
