import { Alert, Button, TextInput } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import { stockFieldsSchema, type StockFields } from '#domain/stock/stock.schema.ts'
import { createStockCall, patchStockCall, type StockAnswer } from '#sync/calls/stock.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { AgePlot } from './age-plot.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { LoadError } from './load-error.tsx'
import { stockKey, stockQuery } from './stock-calls.ts'
import { WarehouseSelect } from './warehouse-select.tsx'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** `/stocks/create` and `/stocks/{id}/edit` (STOCK-02, STOCK-04, STOCK-05, STOCK-07). */
export function StockFormPage({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('stock')
  const http = useHttp()
  const found = useQuery({ ...stockQuery(http, id ?? ''), enabled: id !== null })
  const title = id === null ? t(($) => $.admin.create) : t(($) => $.admin.edit)
  return (
    <Page title={title} icon={IconBuildingWarehouse} crumbs={[{ title: t(($) => $.admin.title), to: '/stocks' }]}>
      {found.error !== null && found.data === undefined ? (
        <LoadError error={found.error} onRetry={() => void found.refetch()} />
      ) : id !== null && found.data === undefined ? (
        <RowsSkeleton rows={3} height={64} />
      ) : (
        <StockForm
          key={`${found.data?.id ?? ''} ${found.data?.version ?? 0}`}
          stock={found.data ?? null}
          onReload={() => void found.refetch()}
        />
      )}
    </Page>
  )
}

type Field = 'name' | 'identifier' | 'location' | 'warehouseId'

function StockForm({ stock, onReload }: { readonly stock: StockAnswer | null; readonly onReload: () => void }) {
  const { t, i18n } = useTranslation('stock')
  const isAdmin = isAdminType(useSignedInUser().userType)
  const isNative = stock?.native !== null && stock !== null
  const [name, setName] = useState(stock?.name ?? '')
  const [identifier, setIdentifier] = useState(stock?.identifier ?? '')
  const [location, setLocation] = useState(stock?.location ?? '')
  const [warehouseId, setWarehouse] = useState<string | null>(null)
  const [preset, setPreset] = useState<string | null>(null)
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const saving = useSaveStock(stock, (field, code) => setProblems({ [field]: code }))

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const parsed = stockFieldsSchema.safeParse({ name, identifier, location })
    const isPlaceMissing = stock === null && isAdmin && warehouseId === null
    const found = Object.fromEntries([
      ...(parsed.success ? [] : parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message])),
      ...(isPlaceMissing ? [['warehouseId', 'FORM_REQUIRED']] : []),
    ]) as Partial<Record<Field, string>>
    setProblems(found)
    if (parsed.success && !isPlaceMissing) saving.mutate({ ...parsed.data, warehouseId })
  }
  const problem = (field: Field): string | null => {
    const code = problems[field]
    return code === undefined ? null : (faultText(i18n, code, { schema: stockFieldsSchema, path: [field] }) ?? code)
  }
  const isChanged =
    name !== (stock?.name ?? '') ||
    identifier !== (stock?.identifier ?? '') ||
    location !== (stock?.location ?? '') ||
    warehouseId !== preset
  return (
    <OfficeForm
      maw={560}
      saving={saving}
      isUnsaved={isChanged}
      onSubmit={submit}
      trouble={Object.keys(problems).length === 0 && <SaveError error={saving.error} onReload={onReload} />}
      buttons={
        <>
          <Button type="submit" loading={saving.isPending}>
            {stock === null ? t(($) => $.admin.create) : t(($) => $.admin.save)}
          </Button>
          <ButtonLink to="/stocks" variant="default">
            {t(($) => $.admin.cancel)}
          </ButtonLink>
        </>
      }
    >
      {isNative && <Alert color="blue">{t(($) => $.admin.nativeText)}</Alert>}
      {stock === null && isAdmin && (
        <WarehouseSelect
          value={warehouseId}
          onChange={setWarehouse}
          error={problem('warehouseId')}
          onOnly={(only) => {
            setPreset(only)
            setWarehouse(only)
          }}
        />
      )}
      <TextInput
        label={t(($) => $.admin.name)}
        withAsterisk
        autoFocus={!isNative}
        readOnly={isNative}
        variant={isNative ? 'filled' : 'default'}
        maxLength={textLimits.name + 1}
        value={name}
        error={problem('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t(($) => $.admin.identifier)}
        maxLength={textLimits.name + 1}
        value={identifier}
        error={problem('identifier')}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
      />
      <TextInput
        label={t(($) => $.admin.location)}
        maxLength={textLimits.name + 1}
        value={location}
        error={problem('location')}
        onChange={(event) => setLocation(event.currentTarget.value)}
      />
      {stock !== null && stock.productCount > 0 && <AgePlot counts={stock.ageCounts} />}
    </OfficeForm>
  )
}

function useSaveStock(stock: StockAnswer | null, onProblem: (field: Field, code: string) => void) {
  const http = useHttp()
  return useSaveToList({
    send: ({ warehouseId, ...fields }: StockFields & { readonly warehouseId: string | null }) => {
      if (stock === null) {
        return http(createStockCall, { body: { ...fields, ...(warehouseId === null ? {} : { warehouseId }) } })
      }
      const { name: _fixed, ...rest } = fields
      const body = stock.native === null ? fields : rest
      return http(patchStockCall, { params: { id: stock.id }, body, ifMatch: stock.version })
    },
    queryKey: stockKey,
    to: { to: '/stocks' },
    message: stock === null ? 'created' : 'saved',
    onRefused: ({ field, code }) => field !== undefined && onProblem(field as Field, code),
  })
}
