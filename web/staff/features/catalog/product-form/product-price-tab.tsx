import { Alert, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { grades } from '#domain/catalog/grade.ts'
import { PriceHistory } from './price-history.tsx'
import { PriceTable } from './price-table.tsx'
import type { ProductFieldsProps } from './product-fields.ts'

/** The prices of a product, and what became of them. */
export function PriceTab({ product, draft, set, fault }: ProductFieldsProps) {
  const { t } = useTranslation('catalog')
  const hasPrice = draft.simple ? draft.prices.functional !== '' : grades.some((grade) => draft.prices[grade] !== '')
  return (
    <Stack gap="lg">
      {draft.status === 'published' && !hasPrice && (
        <Alert color="yellow" role="status">
          {t(($) => $.product.noPrice)}
        </Alert>
      )}
      <Text>{draft.simple ? t(($) => $.product.simplePrices) : t(($) => $.product.pricesText)}</Text>
      <PriceTable
        prices={draft.prices}
        stored={product?.prices ?? null}
        fault={(grade) => fault(`prices.${grade}`)}
        onChange={(prices) => set({ prices })}
      />
      {product !== null && (
        <section aria-label={t(($) => $.history.title)}>
          <Title order={2} size="h4" mb="xs">
            {t(($) => $.history.title)}
          </Title>
          <PriceHistory product={product} />
        </section>
      )}
    </Stack>
  )
}
