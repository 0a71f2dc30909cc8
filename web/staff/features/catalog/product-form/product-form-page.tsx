import { Button, Stack, Tabs } from '@mantine/core'
import { IconAlertCircle, IconDeviceMobileSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { productSchema } from '#domain/catalog/product.schema.ts'
import type { ListedCategory } from '#sync/calls/category.ts'
import { createProductCall, patchProductCall, type ProductAnswer } from '#sync/calls/product.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { onlyOf } from '#web/staff/ui/form/only-choice.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { sentPicture } from '#web/staff/ui/form/picture-file.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { TabRow } from '#web/staff/ui/tab-row.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { categoriesQuery, productQuery } from '../catalog-calls.ts'
import { DiagnosticTab } from './product-diagnostic-tab.tsx'
import { GeneralTab } from './product-general-tab.tsx'
import { ImagesTab } from './product-images-tab.tsx'
import { PriceTab } from './product-price-tab.tsx'
import { ProductActions } from './product-actions.tsx'
import {
  changesOf,
  checkProduct,
  draftOf,
  fieldOf,
  productTabs,
  tabOf,
  type ProductDraft,
  type ProductFaults,
  type ProductTab,
} from './product-draft.ts'
import classes from './product-form.module.css'

/** `/product/create` and `/product/{id}/edit` (CAT-30 to CAT-40). */
export function ProductFormPage({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const tree = useQuery(categoriesQuery(http))
  const product = useQuery({ ...productQuery(http, id ?? ''), enabled: id !== null })
  const isReady = tree.data !== undefined && (id === null || product.data !== undefined)
  return (
    <Page
      title={id === null ? t(($) => $.products.create) : (product.data?.label ?? t(($) => $.products.edit))}
      icon={IconDeviceMobileSearch}
      crumbs={[{ title: t(($) => $.products.title), to: '/products' }]}
    >
      {isReady ? (
        <ProductForm
          key={`${product.data?.id ?? ''} ${product.data?.version ?? 0}`}
          product={product.data ?? null}
          tree={tree.data['hydra:member']}
          onReload={() => void product.refetch()}
        />
      ) : (
        <QueryPlaceholder
          error={tree.error ?? product.error}
          missing={t(($) => $.form.missing.product)}
          isRetrying={tree.isFetching || product.isFetching}
          onRetry={() => void Promise.all([tree.refetch(), id !== null && product.refetch()])}
        />
      )}
    </Page>
  )
}

const noFaults: ProductFaults = new Map()

function firstDraft(product: ProductAnswer | null, tree: readonly ListedCategory[]): ProductDraft {
  const draft = draftOf(product)
  const only = onlyOf(tree.filter(({ status }) => status === 'active'))
  return product === null && only !== null ? { ...draft, mainCategoryId: only.id } : draft
}

function ProductForm(props: {
  readonly product: ProductAnswer | null
  readonly tree: readonly ListedCategory[]
  readonly onReload: () => void
}) {
  const { product, tree, onReload } = props
  const { t, i18n } = useTranslation('catalog')
  const [began] = useState(() => firstDraft(product, tree))
  const [draft, setDraft] = useState(began)
  // Two pictures that are read at once change one draft.
  const latest = useRef(began)
  const [faults, setFaults] = useState(noFaults)
  const languages = useTextLanguages(new Map([...faults].filter(([path]) => isText(path))))
  // The name is what a new product needs first; the set-up guide leads to prices that are missing.
  const asked = useLocation({
    select: ({ hash }) => productTabs.find((one) => one === hash || `field-${one}` === hash),
  })
  const [tab, setTab] = useState<ProductTab>(asked ?? (product === null ? 'general' : productTabs[0]))
  const show = (found: ProductFaults): void => {
    setFaults(found)
    const wrong = tabsOf(found)
    if (wrong[0] !== undefined && !wrong.includes(tab)) setTab(wrong[0])
    languages.lead([...found.keys()].filter(isText))
  }
  const saving = useSaveProduct(product, (field, code) => show(new Map([[fieldOf(field), code]])))
  const set = (part: Partial<ProductDraft>): void => {
    const next = { ...latest.current, ...part }
    latest.current = next
    setDraft(next)
    if (faults.size === 0) return
    // What was found wrong is looked at again with each key; what the server has refused goes once it is mended.
    const checked = checkProduct(next)
    const left = checked.ok ? noFaults : checked.error
    setFaults(new Map([...left].filter(([path]) => faults.has(path))))
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const checked = checkProduct(draft)
    // The tab with the fault stands there before its field is looked for.
    flushSync(() => show(checked.ok ? noFaults : checked.error))
    if (!checked.ok) return focusFirstFault(form)
    const pictures = { image: sentPicture(draft.image), imageHd: sentPicture(draft.imageHd) }
    saving.mutate({ ...(product === null ? checked.value : changesOf(product, checked.value)), ...pictures })
  }
  const fault = (path: string): string | null => {
    const message = faults.get(path)
    if (message === undefined) return null
    return faultText(i18n, message, { schema: productSchema, path: path.split('.') }) ?? t(($) => $.form.invalid)
  }
  const fields = { product, draft, set, fault }
  return (
    <Stack gap="xl" maw={880}>
      <OfficeForm
        saving={saving}
        isUnsaved={draft !== began}
        onSubmit={submit}
        trouble={faults.size === 0 && <SaveError error={saving.error} onReload={onReload} />}
        buttons={
          <>
            <Button type="submit" loading={saving.isPending}>
              {product === null ? t(($) => $.products.create) : t(($) => $.form.save)}
            </Button>
            <ButtonLink to="/products" variant="default">
              {t(($) => $.form.cancel)}
            </ButtonLink>
          </>
        }
      >
        <Tabs value={tab} onChange={(next) => setTab(productTabs.find((one) => one === next) ?? tab)}>
          <TabList faults={faults} chosen={tab} />
          <Tabs.Panel value="images">
            <ImagesTab {...fields} />
          </Tabs.Panel>
          <Tabs.Panel value="general">
            <GeneralTab {...fields} tree={tree} languages={languages} />
          </Tabs.Panel>
          <Tabs.Panel value="prices">
            <PriceTab {...fields} />
          </Tabs.Panel>
          <Tabs.Panel value="diagnostic">
            {tab === 'diagnostic' && (
              <DiagnosticTab categoryId={draft.mainCategoryId} productId={product?.id ?? null} />
            )}
          </Tabs.Panel>
        </Tabs>
      </OfficeForm>
      {product !== null && <ProductActions product={product} isTouched={draft !== began} onReload={onReload} />}
    </Stack>
  )
}

function TabList({ faults, chosen }: { readonly faults: ProductFaults; readonly chosen: ProductTab }) {
  const { t } = useTranslation('catalog')
  const wrong = tabsOf(faults)
  return (
    <TabRow chosen={chosen} mb="lg">
      {productTabs.map((one) => (
        <Tabs.Tab
          key={one}
          value={one}
          rightSection={
            wrong.includes(one) && (
              <IconAlertCircle size={18} className={classes.fault ?? ''} aria-label={t(($) => $.product.tab.faulty)} />
            )
          }
        >
          {t(($) => $.product.tab[one])}
        </Tabs.Tab>
      ))}
    </TabRow>
  )
}

function isText(path: string): boolean {
  return path === 'label' || path.startsWith('translations.')
}

function tabsOf(faults: ProductFaults): readonly ProductTab[] {
  const wrong = new Set([...faults.keys()].map(tabOf))
  return productTabs.filter((one) => wrong.has(one))
}

function useSaveProduct(product: ProductAnswer | null, onFault: (field: string, code: string) => void) {
  const http = useHttp()
  return useSaveToList({
    send: (body: object) =>
      product === null
        ? http(createProductCall, { body })
        : http(patchProductCall, { params: { id: product.id }, body, ifMatch: product.version }),
    queryKey: catalogKey,
    to: { to: '/products' },
    message: product === null ? 'created' : 'saved',
    onRefused: ({ field, code }) => field !== undefined && onFault(field, code),
  })
}
