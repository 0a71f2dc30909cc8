import { Alert, Button, Fieldset } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OrganizationType } from '#domain/organization/organization-type.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useChoiceState } from '#web/staff/ui/form/choice-state.tsx'
import { useOnlyChoice } from '#web/staff/ui/form/only-choice.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { TreeSelect } from '#web/staff/ui/form/tree-select.tsx'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { linkedBuyersQuery, parentsQuery, warehouseChoicesQuery } from '../organization-calls.ts'
import { asksParent, withType } from './entity-draft.ts'
import { hintBelow, type EntityFieldsProps } from './entity-fields.ts'

type Props = EntityFieldsProps & { readonly type: OrganizationType }

/** Where an entity stands (ORG-22), the warehouse that a store sends to, and the client that a buyer stands for. */
export function HierarchyFields(props: Props) {
  const { t } = useTranslation('entity')
  const { type } = props
  return (
    <Fieldset legend={t(($) => $.standing)}>
      <div className={formClasses.pairs}>
        <ParentField {...props} />
        {type === 'store' && <WarehouseField {...props} />}
        {type === 'buyer' && <BuyerField {...props} />}
      </div>
    </Fieldset>
  )
}

function ParentField({ entity, draft, isAtTop, type, set, preset, problem }: Props) {
  const { t } = useTranslation('entity')
  const read = useQuery(parentsQuery(useHttp(), type, entity?.id ?? null))
  const { notRead, ...face } = useChoiceState()(read)
  const found = read.data ?? []
  const isAsked = asksParent(type, isAtTop)
  const isOpen = entity === null && isAsked && draft.parentOrganizationId === null
  useOnlyChoice(read.data, isOpen, (parentOrganizationId) => preset({ parentOrganizationId }))
  const present = presentOption(entity?.parentOrganizationId, entity?.parentName)
  const isKnown = present === null || found.some(({ value }) => value === present.value)
  if (entity === null && type === 'store' && read.isSuccess && found.length === 0)
    return (
      <Alert color="orange" role="status" title={t(($) => $.hint.regionFirst)}>
        <Button variant="default" onClick={() => set(withType(draft, 'management_unit'))}>
          {t(($) => $.hint.toRegion)}
        </Button>
      </Alert>
    )
  return (
    <TreeSelect
      label={t(($) => $.field.parentOrganizationId)}
      withAsterisk={isAsked}
      clearable={!isAsked}
      {...(!isAsked && { description: t(($) => $.hint.alone), inputWrapperOrder: hintBelow })}
      // What it stands under may rest, or be above the branch: it stays as long as nothing else is chosen.
      options={isKnown ? found : [{ ...present, depth: 0 }, ...found]}
      value={draft.parentOrganizationId}
      error={notRead ?? problem('parentOrganizationId')}
      {...face}
      allowDeselect={false}
      onChange={(parentOrganizationId) => set({ ...draft, parentOrganizationId })}
    />
  )
}

function WarehouseField({ entity, draft, set, problem }: Props) {
  const { t } = useTranslation('entity')
  const read = useQuery(warehouseChoicesQuery(useHttp()))
  const { notRead, ...face } = useChoiceState()(read)
  const present = presentOption(entity?.defaultWarehouseId, entity?.defaultWarehouseName)
  return (
    <TruncatedSelect
      label={t(($) => $.field.defaultWarehouseId)}
      data={withPresent(read.data, present)}
      clearable
      value={draft.defaultWarehouseId}
      error={notRead ?? problem('defaultWarehouseId')}
      {...face}
      onChange={(defaultWarehouseId) => set({ ...draft, defaultWarehouseId })}
    />
  )
}

function BuyerField({ entity, draft, set, problem }: Props) {
  const { t } = useTranslation('entity')
  const read = useQuery(linkedBuyersQuery(useHttp()))
  const { notRead, ...face } = useChoiceState()(read)
  const present = presentOption(entity?.buyer?.id, entity?.buyer?.name)
  return (
    <TruncatedSelect
      label={t(($) => $.field.buyerAccountId)}
      description={t(($) => $.hint.buyerAccountId)}
      inputWrapperOrder={hintBelow}
      data={withPresent(read.data, present)}
      clearable
      value={draft.buyerAccountId}
      error={notRead ?? problem('buyerAccountId')}
      {...face}
      onChange={(buyerAccountId) => set({ ...draft, buyerAccountId })}
    />
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

function presentOption(id: string | null | undefined, name: string | null | undefined): Option | null {
  return id === null || id === undefined ? null : { value: id, label: name ?? '–' }
}

/** Choices with the present one, which may not be one any more. */
function withPresent(found: readonly Option[] = [], present: Option | null): Option[] {
  const isKnown = present === null || found.some(({ value }) => value === present.value)
  return isKnown ? [...found] : [present, ...found]
}
