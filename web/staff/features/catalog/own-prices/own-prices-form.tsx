import { Button, Stack, Text, Title } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductPatch } from '#domain/catalog/product.schema.ts'
import { patchOwnPricesCall, type OwnPricesAnswer } from '#sync/calls/product-list.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ownPricesQuery } from '../catalog-calls.ts'
import { PriceHistory } from '../product-form/price-history.tsx'
import { PriceTable } from '../product-form/price-table.tsx'
import { checkPrices, typedPrices, type ProductFaults } from '../product-form/product-draft.ts'

/** `/own-prices/{id}`: the prices of one product that the buyer buys. */
export function OwnPricesForm({ id }: { readonly id: string }) {
  const { t } = useTranslation('catalog')
  const found = useQuery(ownPricesQuery(useHttp(), id))
  const product = found.data
  return (
    <Page
      title={product?.label ?? t(($) => $.ownPrices.one)}
      icon={IconTag}
      crumbs={[{ title: t(($) => $.ownPrices.title), to: '/own-prices' }]}
    >
      {product === undefined ? (
        <QueryPlaceholder
          error={found.error}
          missing={t(($) => $.form.missing.product)}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <PriceForm key={product.version} product={product} onReload={() => void found.refetch()} />
      )}
    </Page>
  )
}

const noFaults: ProductFaults = new Map()

function PriceForm({ product, onReload }: { readonly product: OwnPricesAnswer; readonly onReload: () => void }) {
  const { t, i18n } = useTranslation('catalog')
  const http = useHttp()
  const [began] = useState(() => typedPrices(product.prices))
  const [prices, setPrices] = useState(began)
  const [faults, setFaults] = useState(noFaults)
  const saving = useSaveToList({
    send: (body: Pick<ProductPatch, 'prices'>) =>
      http(patchOwnPricesCall, { params: { id: product.id }, body, ifMatch: product.version }),
    queryKey: catalogKey,
    to: { to: '/own-prices' },
    message: 'saved',
  })
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const checked = checkPrices(product.prices, prices)
    setFaults(checked.ok ? noFaults : checked.error)
    if (checked.ok) return saving.mutate(checked.value)
    focusFirstFault(event.currentTarget)
  }
  return (
    <Stack gap="xl" maw={880}>
      <OfficeForm
        saving={saving}
        isUnsaved={prices !== began}
        onSubmit={submit}
        trouble={faults.size === 0 && <SaveError error={saving.error} onReload={onReload} />}
        buttons={
          <>
            <Button type="submit" loading={saving.isPending}>
              {t(($) => $.form.save)}
            </Button>
            <ButtonLink to="/own-prices" variant="default">
              {t(($) => $.form.cancel)}
            </ButtonLink>
          </>
        }
      >
        <Text>{product.simple ? t(($) => $.product.simplePrices) : t(($) => $.product.pricesText)}</Text>
        <PriceTable
          prices={prices}
          stored={product.prices}
          fault={(grade) => {
            const code = faults.get(`prices.${grade}`)
            return code === undefined ? null : (codeText(i18n, code) ?? t(($) => $.form.invalid))
          }}
          onChange={(next) => {
            setPrices(next)
            const checked = checkPrices(product.prices, next)
            const left = checked.ok ? noFaults : checked.error
            setFaults(new Map([...left].filter(([path]) => faults.has(path))))
          }}
        />
      </OfficeForm>
      <section aria-label={t(($) => $.history.title)}>
        <Title order={2} size="h4" mb="xs">
          {t(($) => $.history.title)}
        </Title>
        <PriceHistory product={product} />
      </section>
    </Stack>
  )
}
