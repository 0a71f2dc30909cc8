import { TextInput } from '@mantine/core'
import { IconBarcode, IconDeviceMobile, IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isImei } from '#domain/kernel/imei.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import { pictureAt } from '#sync/calls/sized-picture.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import type { FoundProduct } from '#web/local/product-search/search-index.ts'
import { useCan, useFormat, useSignedInUser } from '#web/lib/platform.tsx'
import { CameraScan } from '#web/scan/camera-scan.tsx'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { searchFieldMark } from '#web/staff/ui/shortcuts.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { productSlug } from '../catalog/sale-facts.ts'
import { finalizePath } from './predeclared-path.ts'
import { UnknownCodeAlert, type UnknownCode } from './unknown-code.tsx'
import { useFindPredeclared } from '../catalog/predeclared-item.ts'
import { nameOf, useProductSearch } from '../catalog/use-product-search.ts'
import classes from '../counter.module.css'

/** Where the questions about a product begin. */
export function diagPath(product: {
  readonly id: string
  readonly brand: string | null
  readonly label: string
}): string {
  return `/diag/${product.id}/${productSlug(product)}`
}

/** Search as one types: by words, by any code, by a scanner; the first results stand below the field. */
export function ProductSearch({ catalog }: { readonly catalog: CounterCatalog }) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { unknown, take } = useScannedProduct(catalog)
  const asked = text.trim()
  const { found, hasFailed, retry } = useProductSearch(catalog, asked === '' ? null : { text: asked, limit: 8 })
  const goTo = async (): Promise<void> => {
    if (isNumber(asked) && (await take(asked))) return
    const [only] = found?.products ?? []
    if (found?.total === 1 && only !== undefined) void navigate({ to: diagPath(only) })
    else void navigate({ to: '/results', search: { query: asked } })
  }
  return (
    <section aria-label={t(($) => $.search.title)}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (asked !== '') void goTo()
        }}
      >
        <TextInput
          {...searchFieldMark}
          size="xl"
          label={t(($) => $.search.label)}
          description={t(($) => $.search.hint)}
          leftSection={<IconSearch size={24} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
      </form>
      {unknown === null ? (
        <p className={classes.scanHint}>
          <IconBarcode size={20} aria-hidden /> {t(($) => $.search.scan)}
        </p>
      ) : (
        <UnknownCodeAlert unknown={unknown} />
      )}
      <CameraScan purpose="product" onScan={({ resolution }) => void take(resolution.code)} />
      {asked === '' ? null : hasFailed ? (
        <ErrorState onRetry={retry} />
      ) : found === undefined ? (
        <RowsSkeleton rows={4} height={72} />
      ) : (
        <>
          <p className={classes.count} role="status">
            {found.correctedQuery === null
              ? t(($) => $.results.count, { count: found.total, formatted: format.number(found.total) })
              : t(($) => $.results.corrected, {
                  query: found.correctedQuery,
                  count: found.total,
                  formatted: format.number(found.total),
                })}
          </p>
          <ProductTiles products={found.products} />
          {found.total > found.products.length ? (
            <AnchorLink to="/results" search={{ query: asked }} underline="always" fw={600}>
              {t(($) => $.search.all, { count: found.total, formatted: format.number(found.total) })}
            </AnchorLink>
          ) : null}
        </>
      )}
    </section>
  )
}

/** Products as tiles for a finger; each leads to its questions. */
export function ProductTiles(props: {
  readonly products: readonly FoundProduct[]
  /** The IMEI that they were looked for by, which is not asked for again. */
  readonly imei?: string | undefined
}) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const { products, imei } = props
  return (
    <ul className={classes.tiles}>
      {products.map((product) => (
        <li key={product.id}>
          <Link to={diagPath(product)} search={{ imei } as never} className={classes.tile ?? ''}>
            <ProductImage image={product.image} />
            <span className={classes.tileWords}>
              <strong>{nameOf(product)}</strong>
              <span className={classes.soft}>{product.categoryName}</span>
            </span>
            <span className={classes.tilePrice}>
              {product.bestPriceCents === null ? (
                <span className={classes.soft}>{t(($) => $.results.noPrice)}</span>
              ) : (
                <>
                  <span className={classes.soft}>{t(($) => $.results.upTo)}</span>
                  <strong>{format.money(product.bestPriceCents)}</strong>
                </>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A product's picture, or the sign for one where there is none or this device has not seen it and has no network. */
export function ProductImage({ image }: { readonly image: string | null }) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={classes.picture}>
      {image === null || image === failed ? (
        <IconDeviceMobile size={28} stroke={1.25} aria-hidden />
      ) : (
        <img src={pictureAt(image, 96)} alt="" onError={() => setFailed(image)} />
      )}
    </span>
  )
}

/** Numbers of buybacks and of items are 13 or 8 digits; nobody types an EAN to find something else by it. */
function isNumber(text: string): boolean {
  return /^(\d{8}|\d{13})$/.test(text)
}

/**
 * A scanned number of a buyback or item that the web has predeclared leads to finalising it; an EAN, IMEI or model code
 * leads to its product. What neither has is given back. `take` does the same with what was typed, and tells whether it
 * led anywhere.
 */
export function useScannedProduct(catalog: CounterCatalog): {
  readonly unknown: UnknownCode | null
  readonly take: (code: string) => Promise<boolean>
} {
  const navigate = useNavigate()
  const find = useFindPredeclared()
  const mayFinalize = useCan('buyback.finalize')
  const hasImei = hasFeature(useSignedInUser().enabledPremiumFeatures, 'imei_search_and_collect')
  const [unknown, setUnknown] = useState<UnknownCode | null>(null)
  const take = async (code: string): Promise<boolean> => {
    const products = isImei(code) && !hasImei ? [] : await catalog.productsByCode(code)
    const [only] = products
    // What is an EAN of the catalog is none of our numbers; of one that is not on the device the server may know more.
    const found = only === undefined && mayFinalize && isNumber(code) ? await find(code) : 'gone'
    const predeclared = found === 'gone' || found === 'away' ? null : finalizePath(found.item)
    setUnknown(predeclared === null && only === undefined ? { code, isAway: found === 'away' } : null)
    if (predeclared !== null) await navigate({ to: predeclared })
    else if (products.length > 1) await navigate({ to: '/results', search: { query: code } })
    else if (only !== undefined) await navigate({ to: diagPath(only), search: isImei(code) ? { imei: code } : {} })
    return predeclared !== null || only !== undefined
  }
  useScanner({
    purpose: 'product',
    isBehindDialogs: true,
    onScan: ({ resolution }) => {
      if (resolution.command !== null) return meaningless
      void take(resolution.code)
    },
  })
  return { unknown, take }
}
