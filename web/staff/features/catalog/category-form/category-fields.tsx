import { Fieldset, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { absorptionTypes, categoryLimits, categoryTexts } from '#domain/catalog/category-rules.ts'
import { branchOf, depthsOf } from '#domain/catalog/category-tree.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import { missingIn } from '#domain/kernel/translations.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import type { CategoryAnswer, ListedCategory } from '#sync/calls/category.ts'
import type { OrganizationAnswer } from '#sync/calls/organization.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { PictureField } from '#web/staff/ui/form/picture-field.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import type { TreeOption } from '#web/staff/ui/form/tree-options.ts'
import { TreeSelect } from '#web/staff/ui/form/tree-select.tsx'
import { textField, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { withName, type CategoryDraft } from './category-draft.ts'
import classes from '../categories.module.css'

interface FieldProps {
  readonly category: CategoryAnswer | null
  readonly tree: readonly ListedCategory[]
  readonly buyers: readonly OrganizationAnswer[]
  readonly draft: CategoryDraft
  readonly languages: TextLanguages
  /** What is wrong with a field. */
  readonly fault: (path: string) => string | null
  readonly onChange: (draft: CategoryDraft) => void
}

/** The fields of a category in their sections. */
export function CategoryFields(props: FieldProps) {
  const { t } = useTranslation('catalog')
  return (
    <>
      <TextFields {...props} />
      <PlaceFields {...props} />
      <PictureFields {...props} />
      <Fieldset legend={t(($) => $.category.defaults)}>
        <SizeFields {...props} />
      </Fieldset>
      <Fieldset legend={t(($) => $.category.absorption)}>
        <AbsorptionFields {...props} />
      </Fieldset>
    </>
  )
}

/** By what the category is known, where it stands, and who buys its products. */
function PlaceFields({ category, tree, buyers, draft, fault, onChange }: FieldProps) {
  const { t } = useTranslation('catalog')
  const options = useParentOptions(tree, category?.id ?? null, draft.parentId)
  const isTop = category === null ? tree.length === 0 : category.parentId === null
  return (
    <>
      <TextInput
        label={t(($) => $.category.identifier)}
        description={t(($) => $.category.identifierText)}
        withAsterisk
        maxLength={defaultText.max + 1}
        value={draft.identifier}
        error={fault('identifier')}
        onChange={(event) =>
          onChange({
            ...draft,
            identifier: event.currentTarget.value,
            hasOwnIdentifier: event.currentTarget.value !== '',
          })
        }
      />
      {options.length > 0 && (
        <TreeSelect
          size="md"
          label={t(($) => $.category.parent)}
          withAsterisk={!isTop}
          description={isTop ? t(($) => $.category.top) : undefined}
          options={options}
          value={draft.parentId}
          allowDeselect={false}
          error={fault('parentId')}
          nothingFoundMessage={t(($) => $.filter.noCategory)}
          onChange={(parentId) => onChange({ ...draft, parentId })}
        />
      )}
      {category === null || (category.organizationId === null && category.buyerAccountId === null) ? (
        <TruncatedSelect
          id="field-buyer"
          size="md"
          label={t(($) => $.category.buyer)}
          description={t(($) => $.category.buyerText)}
          placeholder={category === null ? '' : t(($) => $.category.buyerAbove)}
          withAsterisk={category === null}
          data={buyers.map(({ id, commonName }) => ({ value: id, label: commonName }))}
          value={draft.organizationId}
          allowDeselect={false}
          error={fault('organizationId')}
          onChange={(organizationId) => onChange({ ...draft, organizationId })}
        />
      ) : (
        <TextInput
          label={t(($) => $.category.buyer)}
          description={t(($) => $.category.buyerFixed)}
          readOnly
          variant="filled"
          value={category.buyer?.name ?? t(($) => $.category.buyerAbove)}
        />
      )}
    </>
  )
}

/** Active categories in which this one may stand: not itself, and none below it. The present parent stays. */
function useParentOptions(
  tree: readonly ListedCategory[],
  ownId: string | null,
  parentId: string | null,
): readonly TreeOption[] {
  return useMemo(() => {
    const depths = depthsOf(tree)
    const own = new Set(ownId === null ? [] : branchOf(tree, ownId).map(({ id }) => id))
    return tree
      .filter(({ id, status }) => !own.has(id) && (status === 'active' || id === parentId))
      .map(({ id, name }) => ({ value: id, label: name, depth: depths.get(id) ?? 0 }))
  }, [tree, ownId, parentId])
}

/** What customers read of the category, in each language. */
function TextFields({ category, draft, languages, fault, onChange }: FieldProps) {
  const { t } = useTranslation('catalog')
  const isOwn = languages.shown === languages.own
  const set = ({ name, ...part }: Partial<CategoryDraft>): void =>
    onChange({ ...(name === undefined ? draft : withName(draft, name)), ...part })
  const field = (name: (typeof categoryTexts)[number]) => textField(languages, draft, name, { fault, onChange: set })
  return (
    <LanguageTabs
      languages={languages}
      missing={(language) => missingIn(draft, draft.translations, categoryTexts, language).length}
    >
      <TextInput
        label={t(($) => $.category.name)}
        withAsterisk={isOwn}
        autoFocus={category === null && isOwn}
        maxLength={defaultText.max + 1}
        {...field('name')}
      />
      {(['childrenDescription', 'highlightedInstruction'] as const).map((name) => (
        <Textarea
          key={name}
          label={t(($) => $.category[name])}
          description={t(($) => $.category.about[name])}
          autosize
          minRows={2}
          {...field(name)}
        />
      ))}
      <TextInput label={t(($) => $.category.imageAlt)} maxLength={categoryLimits.imageAlt + 1} {...field('imageAlt')} />
    </LanguageTabs>
  )
}

/** What the category is for, and its picture (CAT-11). */
function PictureFields({ category, draft, fault, onChange }: FieldProps) {
  const { t } = useTranslation('catalog')
  return (
    <>
      <Textarea
        label={t(($) => $.category.description)}
        description={t(($) => $.category.about.description)}
        autosize
        minRows={2}
        value={draft.description}
        error={fault('description')}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <PictureField
        use="category"
        label={t(($) => $.category.image)}
        hint={t(($) => $.category.imageHint)}
        absent={t(($) => $.category.noImage)}
        stored={category?.image?.url ?? null}
        value={draft.image}
        problem={fault('image')}
        disabled={false}
        onChange={(image) => onChange({ ...draft, image })}
      />
    </>
  )
}

const sizes = [
  ['defaultWeightGrams', 'g'],
  ['defaultLengthCm', 'cm'],
  ['defaultWidthCm', 'cm'],
  ['defaultHeightCm', 'cm'],
] as const

/** Weight and sizes of products that do not say them themselves (CAT-07). */
function SizeFields({ draft, fault, onChange }: FieldProps) {
  const { t } = useTranslation('catalog')
  return (
    <div className={classes.fields}>
      {sizes.map(([field, unit]) => (
        <NumberField
          key={field}
          label={t(($) => $.category[field])}
          rightSection={unit}
          rightSectionWidth={48}
          value={draft[field]}
          error={fault(field)}
          onChange={(value) => onChange({ ...draft, [field]: value })}
        />
      ))}
    </div>
  )
}

/** How far the retailer covers a lower controlled price (CAT-08). */
function AbsorptionFields({ draft, fault, onChange }: FieldProps) {
  const { t } = useTranslation('catalog')
  const { absorptionType: type } = draft
  const isOff = !hasFeature(useSignedInUser().enabledPremiumFeatures, 'absorption')
  const label = t(($) => $.category.absorptionValue)
  const setValue = (absorptionValue: string | number): void => onChange({ ...draft, absorptionValue })
  return (
    <Stack gap="sm">
      <Select
        label={t(($) => $.category.absorptionType)}
        description={isOff ? t(($) => $.category.absorptionOff) : t(($) => $.category.absorptionText)}
        data={absorptionTypes.map((value) => ({
          value,
          label: t(($) => $.absorptionType[value]),
          disabled: isOff && value !== 'none' && value !== type,
        }))}
        value={type}
        allowDeselect={false}
        onChange={(value) => {
          const absorptionType = absorptionTypes.find((one) => one === value)
          if (absorptionType !== undefined) onChange({ ...draft, absorptionType })
        }}
      />
      {type !== 'none' && (
        <div className={classes.fields}>
          {type === 'value' ? (
            <AmountField
              label={label}
              withAsterisk
              value={draft.absorptionValue}
              error={fault('absorptionValue')}
              onChange={setValue}
            />
          ) : (
            <NumberField
              decimals={2}
              label={label}
              withAsterisk
              max={100}
              rightSection="%"
              value={draft.absorptionValue}
              error={fault('absorptionValue')}
              onChange={setValue}
            />
          )}
          <AmountField
            label={t(($) => $.category.absorptionMax)}
            value={draft.absorptionMax}
            error={fault('absorptionMaxCents')}
            onChange={(absorptionMax) => onChange({ ...draft, absorptionMax })}
          />
        </div>
      )}
    </Stack>
  )
}
