import { Button, Checkbox, Fieldset, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import {
  createRefurbStepCall,
  patchRefurbStepCall,
  refurbStepBody,
  type RefurbPlaces,
  type RefurbStepAnswer,
  type RefurbStepBody,
} from '#sync/calls/refurb.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { onlyOf } from '#web/staff/ui/form/only-choice.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { placesQuery, refurbKey, stepQuery } from './refurb-calls.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { problemsOf, without, type Problems } from '#web/staff/ui/form/form-problems.ts'
import { faultText } from '#web/staff/ui/form/field-fault.ts'

/** `/refurb-step/create` and `/refurb-step/{id}/edit` (REFURB-06 to REFURB-09). */
export function RefurbStepFormPage({ id }: { readonly id: string | null }) {
  const { t } = useTranslation('refurb')
  const http = useHttp()
  const places = useQuery(placesQuery(http))
  const step = useQuery({ ...stepQuery(http, id ?? ''), enabled: id !== null })
  const title = id === null ? t(($) => $.admin.steps.create) : t(($) => $.admin.steps.editTitle)
  return (
    <Page title={title} icon={IconTool} crumbs={[{ title: t(($) => $.admin.steps.title), to: '/refurb-steps' }]}>
      {places.data === undefined || (id !== null && step.data === undefined) ? (
        <QueryPlaceholder
          error={places.error ?? step.error}
          onRetry={() => void Promise.all([places.refetch(), id === null ? null : step.refetch()])}
        />
      ) : (
        <StepForm
          key={`${step.data?.id ?? ''} ${step.data?.version ?? 0}`}
          step={step.data ?? null}
          places={places.data}
          onReload={() => void step.refetch()}
        />
      )}
    </Page>
  )
}

interface Values {
  readonly name: string
  readonly description: string
  readonly stockId: string | null
  /** Whole amounts by warehouse; an empty field is no cost. */
  readonly costs: Readonly<Record<string, number | string>>
  readonly managerCancels: boolean
}

function StepForm(props: {
  readonly step: RefurbStepAnswer | null
  readonly places: RefurbPlaces
  readonly onReload: () => void
}) {
  const { t, i18n } = useTranslation('refurb')
  const { step, places } = props
  const navigate = useNavigate()
  const [began] = useState(() => valuesOf(step, places))
  const [values, setValues] = useState<Values>(began)
  const [problems, setProblems] = useState<Problems>({})
  const saving = useSaveStep(step)
  const set = (part: Partial<Values>): void => {
    setValues({ ...values, ...part })
    setProblems(Object.keys(part).reduce<Problems>((kept, field) => without(kept, field), problems))
  }

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const parsed = refurbStepBody.safeParse(bodyOf(values))
    const found = parsed.success
      ? {}
      : problemsOf(
          parsed.error,
          ({ message, path }) => faultText(i18n, message, { schema: refurbStepBody, path }) ?? t(($) => $.form.invalid),
        )
    const stockless = values.stockId === null ? { stockId: codeText(i18n, 'FORM_REQUIRED') ?? '' } : {}
    setProblems({ ...found, ...stockless })
    if (parsed.success) saving.mutate(parsed.data)
  }
  return (
    <OfficeForm
      maw={640}
      saving={saving}
      isUnsaved={values !== began}
      onSubmit={submit}
      trouble={<SaveError error={saving.error} onReload={props.onReload} />}
      buttons={
        <>
          <Button type="submit" loading={saving.isPending}>
            {step === null ? t(($) => $.admin.steps.create) : t(($) => $.form.save)}
          </Button>
          <Button variant="default" onClick={() => void navigate({ to: '/refurb-steps' })}>
            {t(($) => $.form.cancel)}
          </Button>
        </>
      }
    >
      <TextInput
        label={t(($) => $.admin.steps.name)}
        withAsterisk
        autoFocus
        maxLength={textLimits.name + 1}
        value={values.name}
        error={problems['name']}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t(($) => $.admin.steps.description)}
        description={t(($) => $.form.atMost, { maximum: textLimits.comment })}
        autosize
        minRows={2}
        maxLength={textLimits.comment + 1}
        value={values.description}
        error={problems['description']}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TruncatedSelect
        label={t(($) => $.admin.steps.stock)}
        description={t(($) => $.admin.steps.stockText)}
        withAsterisk
        searchable
        allowDeselect={false}
        data={places.warehouses.map(({ name, stocks }) => ({
          group: name,
          items: stocks.map((stock) => ({ value: stock.id, label: stock.name })),
        }))}
        value={values.stockId}
        error={problems['stockId']}
        onChange={(stockId) => set({ stockId })}
      />
      <Checkbox
        label={t(($) => $.admin.steps.managerCancels)}
        description={t(($) => $.admin.steps.managerCancelsText)}
        checked={values.managerCancels}
        onChange={(event) => set({ managerCancels: event.currentTarget.checked })}
      />
      <Fieldset legend={t(($) => $.admin.steps.costs)}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t(($) => $.admin.steps.costsText)}
          </Text>
          {places.warehouses.map(({ id, name }) => (
            <AmountField
              key={id}
              label={name}
              fillsCents
              maw={220}
              value={values.costs[id] ?? ''}
              error={problems[`costs.${costed(values).indexOf(id)}.costCents`]}
              onChange={(cost) => set({ costs: { ...values.costs, [id]: cost } })}
            />
          ))}
        </Stack>
      </Fieldset>
    </OfficeForm>
  )
}

function useSaveStep(step: RefurbStepAnswer | null) {
  const http = useHttp()
  return useSaveToList({
    send: (body: RefurbStepBody) =>
      step === null
        ? http(createRefurbStepCall, { body })
        : http(patchRefurbStepCall, { params: { id: step.id }, body, ifMatch: step.version }),
    queryKey: refurbKey,
    to: { to: '/refurb-steps' },
    message: step === null ? 'created' : 'saved',
  })
}

function valuesOf(step: RefurbStepAnswer | null, places: RefurbPlaces): Values {
  const only = step === null ? onlyOf(places.warehouses.flatMap(({ stocks }) => stocks)) : null
  return {
    name: step?.name ?? '',
    description: step?.description ?? '',
    stockId: step?.stockId ?? only?.id ?? null,
    costs: Object.fromEntries((step?.costs ?? []).map(({ warehouseId, costCents }) => [warehouseId, costCents / 100])),
    managerCancels: step?.managerCancels ?? false,
  }
}

function bodyOf({ name, description, stockId, costs, managerCancels }: Values): unknown {
  return {
    name,
    description: description.trim() === '' ? null : description,
    stockId: stockId ?? '',
    managerCancels,
    costs: costed({ costs }).map((warehouseId) => ({
      warehouseId,
      costCents: Math.round(Number(costs[warehouseId]) * 100),
    })),
  }
}

/** The warehouses with a cost, in the order in which they are sent. */
function costed({ costs }: Pick<Values, 'costs'>): readonly string[] {
  return Object.keys(costs).filter((id) => costs[id] !== '')
}
