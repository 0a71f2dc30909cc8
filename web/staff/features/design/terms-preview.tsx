import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fillTransferOrderTerms } from '#domain/document/transfer-order-terms.ts'
import { useFormat } from '#web/lib/platform.tsx'
import classes from './design.module.css'

const examplePrice = 12_500

/** The terms as a customer reads them, with the values of an example. */
export function TermsPreview({ terms }: { readonly terms: string }) {
  const { t } = useTranslation('branding')
  const format = useFormat()
  const example = t(($) => $.terms.example, { returnObjects: true })
  const { text } = fillTransferOrderTerms(terms, { ...example, total_price: format.money(examplePrice) })
  return (
    <section className={classes.card} aria-labelledby="terms-preview">
      <h2 id="terms-preview">{t(($) => $.terms.preview)}</h2>
      <Text size="sm" c="dimmed" mb="sm">
        {t(($) => $.terms.previewHint)}
      </Text>
      <div className={classes.paper} role="group" aria-labelledby="terms-preview">
        {text}
      </div>
    </section>
  )
}
