import { Badge, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { mostFeatured } from '#domain/settings/home-page.ts'
import { homeProductsCall, type FeaturedProduct } from '#sync/calls/home-page.ts'
import type { Http } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { moved } from './home-draft.ts'
import { useHomeOwner, type HomeOwner } from './home-owner.ts'
import { OrderButtons } from '#web/staff/ui/list/order-buttons.tsx'
import { useOrderLabels } from './use-order-labels.ts'
import classes from './home.module.css'

const restMs = 250

/** Published products that fit what is written: words of theirs, or the id of one (SET-24). */
const foundQuery = (http: Http, owner: HomeOwner, words: string) =>
  queryOptions({
    queryKey: ['design', 'products', owner.organizationId ?? '', words],
    queryFn: async ({ signal }) =>
      (await http(homeProductsCall, { query: { ...owner, search: words }, signal })).products,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The products that a part of the home features, in their order; they are found by search. */
export function ProductChoice(props: {
  readonly value: readonly FeaturedProduct[]
  readonly problem: string | null
  readonly disabled: boolean
  readonly onChange: (products: readonly FeaturedProduct[]) => void
}) {
  const { t } = useTranslation('branding')
  const orderLabels = useOrderLabels()
  const { value, disabled, onChange } = props
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), restMs)
  const found = useQuery({ ...foundQuery(useHttp(), useHomeOwner(), asked), enabled: !disabled })
  const fresh = (found.data ?? []).filter(({ id }) => !value.some((one) => one.id === id))
  return (
    <div className={classes.products}>
      {value.length > 0 && (
        <ol className={classes.list} aria-label={t(($) => $.home.products)}>
          {value.map((product, at) => (
            <li key={product.id} className={classes.product}>
              <span className={classes.grow}>
                {nameOf(product)}{' '}
                {product.status !== 'published' && (
                  <Badge color="gray" variant="light" tt="none">
                    {t(($) => $.home.unpublished)}
                  </Badge>
                )}
              </span>
              {!disabled && (
                <OrderButtons
                  labels={orderLabels(nameOf(product))}
                  at={at}
                  count={value.length}
                  onMove={(to) => onChange(moved(value, at, to))}
                  onRemove={() => onChange(value.toSpliced(at, 1))}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <Select
        label={t(($) => $.home.addProduct)}
        description={t(($) => $.home.addProductHint, { count: mostFeatured })}
        placeholder={t(($) => $.home.findProduct)}
        searchable
        searchValue={words}
        onSearchChange={setWords}
        value={null}
        // What fits is the server's to say.
        filter={({ options }) => options}
        data={fresh.map((product) => ({ value: product.id, label: nameOf(product) }))}
        nothingFoundMessage={found.isFetching ? t(($) => $.home.searching) : t(($) => $.home.noProduct)}
        onChange={(id) => {
          const product = fresh.find((one) => one.id === id)
          if (product !== undefined) onChange([...value, product])
          setWords('')
        }}
        error={props.problem}
        disabled={disabled || value.length >= mostFeatured}
      />
      {found.isError && (
        <Text size="sm" c="red.9" role="alert">
          {t(($) => $.home.searchFailed)}
        </Text>
      )}
    </div>
  )
}

function nameOf({ brand, label }: FeaturedProduct): string {
  return productName({ brand, productLabel: label }) ?? label
}
