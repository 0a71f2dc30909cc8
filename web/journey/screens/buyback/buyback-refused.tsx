import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useSite } from '../../kit/site.ts'
import classes from './wizard.module.css'

/** Refusals that have words of their own; every other failure has the general ones (PUB-32 to PUB-36). */
const known = [
  'PRODUCT_NO_LONGER_EXISTS',
  'PRODUCT_NOT_PUBLISHED',
  'CIRCUIT_NO_TRANSPORT_MODE',
  'CIRCUIT_NO_PAYMENT_MODE',
  'CIRCUIT_NO_WAREHOUSE',
  'BUYBACK_BUYER_UNREACHABLE',
  'ACCESS_THROTTLED',
] as const

/** A product that cannot be sold back now, and why. */
export function BuybackRefused({ error }: ErrorComponentProps) {
  const { t } = useTranslation('journey')
  const email = useSite().settings?.sellerSupportEmail ?? null
  const code = error instanceof CallError ? known.find((one) => one === error.code) : undefined
  const isUnknown = error instanceof CallError && error.code === 'REQUEST_NOT_FOUND'
  return (
    <div className={classes.refused}>
      <Notice
        tone="bad"
        isAlert
        title={t(($) => $.refused.title)}
        actions={<LinkButton to="/buyback/search">{t(($) => $.wizard.otherProduct)}</LinkButton>}
      >
        {t(($) => $.refused[isUnknown ? 'PRODUCT_NO_LONGER_EXISTS' : (code ?? 'other')])}
      </Notice>
      {email === null ? null : (
        <p>
          {t(($) => $.results.support)} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </div>
  )
}
