import { Checkbox, Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { depthsOf } from '#domain/catalog/category-tree.ts'
import { gtinState } from '#domain/catalog/gtin.ts'
import { measures } from '#domain/catalog/product-measures.ts'
import { productLimits } from '#domain/catalog/product-limits.ts'
import { productTexts } from '#domain/catalog/product-rules.ts'
import { productStatuses } from '#domain/catalog/product-status.ts'
import { tacCodesOf, wrongTacCodes } from '#domain/catalog/tac-codes.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import { missingIn } from '#domain/kernel/translations.ts'
import type { ListedCategory } from '#sync/calls/category.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { TreeMultiSelect, TreeSelect } from '#web/staff/ui/form/tree-select.tsx'
import { textField, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { categoryQuery } from '../catalog-calls.ts'
import classes from '../categories.module.css'
import type { ProductFieldsProps } from './product-fields.ts'

interface GeneralProps extends ProductFieldsProps {
  readonly tree: readonly ListedCategory[]
  readonly languages: TextLanguages
}

/** What a product is called and known by, where it stands, and what is particular about it. */
export function GeneralTab(props: GeneralProps) {
  const { t } = useTranslation('catalog')
  return (
    <Stack gap="md">
      <NameFields {...props} />
      <PlaceFields {...props} />
      <Fieldset legend={t(($) => $.product.codes)}>
        <CodeFields {...props} />
      </Fieldset>
      <Fieldset legend={t(($) => $.product.flags)}>
        <FlagFields {...props} />
      </Fieldset>
      <Fieldset legend={t(($) => $.product.measures)}>
        <MeasureFields {...props} />
      </Fieldset>
      <Textarea
        label={t(($) => $.product.comment)}
        description={t(($) => $.product.about.comment)}
        autosize
        minRows={2}
        value={props.draft.comment}
        error={props.fault('comment')}
        onChange={(event) => props.set({ comment: event.currentTarget.value })}
      />
    </Stack>
  )
}

function NameFields({ product, draft, languages, set, fault }: GeneralProps) {
  const { t } = useTranslation('catalog')
  const isOwn = languages.shown === languages.own
  return (
    <>
      <LanguageTabs
        languages={languages}
        missing={(language) => missingIn(draft, draft.translations, productTexts, language).length}
      >
        <TextInput
          label={t(($) => $.product.label)}
          withAsterisk={isOwn}
          autoFocus={product === null && isOwn}
          maxLength={defaultText.max + 1}
          {...textField(languages, draft, 'label', { fault, onChange: set })}
        />
      </LanguageTabs>
      <div className={classes.fields}>
        {(['brand', 'manufacturerModel'] as const).map((field) => (
          <TextInput
            key={field}
            label={t(($) => $.product[field])}
            maxLength={productLimits.text + 1}
            value={draft[field]}
            error={fault(field)}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
    </>
  )
}

function PlaceFields({ product, tree, draft, set, fault }: GeneralProps) {
  const { t } = useTranslation('catalog')
  const options = useMemo(() => {
    const depths = depthsOf(tree)
    const kept = new Set([product?.mainCategoryId, ...(product?.secondaryCategoryIds ?? [])])
    return tree
      .filter(({ id, status }) => status === 'active' || kept.has(id))
      .map(({ id, name }) => ({ value: id, label: name, depth: depths.get(id) ?? 0 }))
  }, [tree, product])
  const { mainCategoryId } = draft
  return (
    <>
      <div className={classes.fields}>
        <TreeSelect
          size="md"
          label={t(($) => $.product.mainCategory)}
          withAsterisk
          options={options}
          value={mainCategoryId}
          allowDeselect={false}
          error={fault('mainCategoryId')}
          nothingFoundMessage={t(($) => $.filter.noCategory)}
          onChange={(id) =>
            set({
              mainCategoryId: id,
              secondaryCategoryIds: draft.secondaryCategoryIds.filter((other) => other !== id),
            })
          }
        />
        <TruncatedSelect
          size="md"
          label={t(($) => $.column.status)}
          data={productStatuses.map((value) => ({ value, label: t(($) => $.status[value]) }))}
          value={draft.status}
          allowDeselect={false}
          error={fault('status')}
          onChange={(value) => set({ status: productStatuses.find((one) => one === value) ?? draft.status })}
        />
      </div>
      <TreeMultiSelect
        size="md"
        label={t(($) => $.product.secondaryCategories)}
        description={t(($) => $.product.about.secondaryCategories)}
        options={options.filter(({ value }) => value !== mainCategoryId)}
        value={draft.secondaryCategoryIds}
        maxValues={productLimits.secondaryCategories}
        error={fault('secondaryCategoryIds')}
        nothingFoundMessage={t(($) => $.filter.noCategory)}
        onChange={(secondaryCategoryIds) => set({ secondaryCategoryIds })}
      />
    </>
  )
}

function CodeFields({ draft, set, fault }: GeneralProps) {
  const { t, i18n } = useTranslation('catalog')
  const state = gtinState(draft.gtin)
  const wrongCodes = wrongTacCodes(draft.tacCodes)
  const count = tacCodesOf(draft.tacCodes).length
  const shape = (code: 'PRODUCT_GTIN_SHAPE' | 'PRODUCT_TAC_SHAPE') =>
    String(i18n.t(`codes.${code}` as never, { ns: 'common' }))
  return (
    <Stack gap="sm">
      <div className={classes.fields}>
        <TextInput
          label={t(($) => $.product.gtin)}
          inputMode="numeric"
          description={
            state === 'short' || state === 'unchecked'
              ? t(($) => $.product.gtinState[state], { count: draft.gtin.trim().length })
              : t(($) => $.product.about.gtin)
          }
          value={draft.gtin}
          error={fault('gtin') ?? (state === 'wrong' ? shape('PRODUCT_GTIN_SHAPE') : null)}
          onChange={(event) => set({ gtin: event.currentTarget.value })}
        />
        <TextInput
          label={t(($) => $.product.buyerReference)}
          description={t(($) => $.product.about.buyerReference)}
          maxLength={productLimits.text + 1}
          value={draft.buyerReference}
          error={fault('buyerReference')}
          onChange={(event) => set({ buyerReference: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={t(($) => $.product.tacCodes)}
        description={count === 0 ? t(($) => $.product.about.tacCodes) : t(($) => $.product.tacCount, { count })}
        inputMode="numeric"
        value={draft.tacCodes}
        error={
          fault('tacCodes') ??
          (wrongCodes.length > 0 ? `${shape('PRODUCT_TAC_SHAPE')} (${wrongCodes.slice(0, 3).join(', ')})` : null)
        }
        onChange={(event) => set({ tacCodes: event.currentTarget.value })}
      />
    </Stack>
  )
}

const flags = ['simple', 'imeiCollect', 'buybackZeroNotAllowed'] as const

function FlagFields({ draft, set }: GeneralProps) {
  const { t } = useTranslation('catalog')
  return (
    <Stack gap="sm">
      {flags.map((flag) => (
        <Checkbox
          key={flag}
          label={t(($) => $.product[flag])}
          description={t(($) => $.product.about[flag])}
          checked={draft[flag]}
          onChange={(event) => set({ [flag]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  )
}

const units = { weightGrams: 'g', lengthCm: 'cm', widthCm: 'cm', heightCm: 'cm' } as const

/** Weight and sizes, and what counts where they are left open (CAT-40). */
function MeasureFields({ draft, set, fault }: GeneralProps) {
  const { t } = useTranslation('catalog')
  const format = useFormat()
  const { mainCategoryId } = draft
  const category = useQuery({ ...categoryQuery(useHttp(), mainCategoryId ?? ''), enabled: mainCategoryId !== null })
  return (
    <div className={classes.fields}>
      {measures.map((measure) => {
        const typed = draft.measures[measure]
        const above = category.data?.inheritedMeasures[measure] ?? null
        const value = above === null ? '' : `${format.number(above.value)} ${units[measure]}`
        return (
          <NumberField
            key={measure}
            label={t(($) => $.product[measure])}
            description={
              typed !== ''
                ? t(($) => $.product.own)
                : above === null
                  ? t(($) => $.product.unknown)
                  : t(($) => $.product.inherited, { value, category: above.categoryName })
            }
            placeholder={above === null ? '' : String(above.value)}
            rightSection={units[measure]}
            rightSectionWidth={48}
            value={typed}
            error={fault(measure)}
            onChange={(next) => set({ measures: { ...draft.measures, [measure]: next } })}
          />
        )
      })}
    </div>
  )
}
