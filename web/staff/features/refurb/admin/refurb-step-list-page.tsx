import { Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTool, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { sortsOf } from '#sync/calls/list.ts'
import { deleteRefurbStepCall, listRefurbStepsCall, type RefurbPlaces } from '#sync/calls/refurb.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { withOfflineFallback, useConfigCopy, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { ChangeLink, CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { DataList } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { readRows, type ListedRows } from '#web/staff/ui/list/list-rows.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { CallProblem } from './refurb-call-problem.tsx'
import { listSteps, type ListedStep } from './copy-refurb.ts'
import { placesQuery, refurbKey, stepsQuery } from './refurb-calls.ts'
import styles from './admin.module.css'

const first = listStart(sortsOf(listRefurbStepsCall), { sort: 'name' })

/** `/refurb-steps` (REFURB-05): the account's refurb steps. */
export function RefurbStepListPage() {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const http = useHttp()
  const { state, change } = useListState(first)
  const copy = useConfigCopy((config) => listSteps(config, state))
  const reading = withOfflineFallback<ListedRows<ListedStep>>(useServerQuery(stepsQuery(http, state)), copy)
  const off = useOfflineReason(reading)
  const warehouseName = useWarehouseName()
  const { modal, setModal, ask } = useDeleteStep()
  const edit = ({ id }: ListedStep): void => void navigate({ to: '/refurb-step/$id/edit', params: { id } })
  const create = (
    <ChangeLink to="/refurb-step/create" icon={IconPlus} label={t(($) => $.admin.steps.create)} off={off} />
  )
  return (
    <Page title={t(($) => $.admin.steps.title)} icon={IconTool} actions={create}>
      <CallProblem error={reading.error} />
      <CopyFrame reading={reading}>
        <DataList
          label={t(($) => $.admin.steps.title)}
          {...readRows(reading)}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.admin.steps.search)}
          {...(off === null && { onOpen: edit, pathOf: ({ id }: ListedStep) => `/refurb-step/${id}/edit` })}
          columns={[
            {
              key: 'name',
              title: t(($) => $.admin.steps.name),
              cell: (step) => <StepName step={step} />,
              sortable: true,
            },
            {
              key: 'stock',
              title: t(($) => $.admin.steps.stock),
              cell: (step) => (
                <div>
                  {step.stockName}
                  <Text size="sm" c="dimmed">
                    {step.warehouseName}
                  </Text>
                </div>
              ),
              sortable: true,
            },
            {
              key: 'costs',
              title: t(($) => $.admin.steps.costs),
              cell: (step) => <Costs step={step} warehouseName={warehouseName} />,
            },
            {
              key: 'questions',
              title: t(($) => $.admin.steps.questions),
              cell: (step) =>
                step.questions.length === 0 ? (
                  <Text c="dimmed">{t(($) => $.admin.steps.unused)}</Text>
                ) : (
                  step.questions.map(({ label }) => label).join(', ')
                ),
            },
          ]}
          actions={[
            { label: t(($) => $.admin.edit), icon: IconPencil, run: edit },
            { label: t(($) => $.admin.delete), icon: IconTrash, run: ask },
          ]}
          actionsOff={off}
          empty={
            state.search === '' ? (
              <EmptyState
                title={t(($) => $.admin.steps.empty)}
                text={t(($) => $.admin.steps.emptyText)}
                action={create}
              />
            ) : (
              <EmptyState title={t(($) => $.admin.noMatch)} />
            )
          }
        />
      </CopyFrame>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </Page>
  )
}

/** Names of the warehouses in which a step may cost something. */
function useWarehouseName(): (id: string) => string {
  const known = useConfigCopy(({ warehouses }): Names => ({ warehouses }))
  const { value } = withOfflineFallback<Names>(useServerQuery(placesQuery(useHttp())), known)
  return (id) => value?.warehouses.find((warehouse) => warehouse.id === id)?.name ?? ''
}

type Names = { readonly warehouses: readonly Pick<RefurbPlaces['warehouses'][number], 'id' | 'name'>[] }

function StepName({ step }: { readonly step: ListedStep }) {
  return (
    <div>
      <strong>{step.name}</strong>
      {step.description !== null && (
        <Text size="sm" c="dimmed" lineClamp={3}>
          {step.description}
        </Text>
      )}
    </div>
  )
}

function Costs(props: { readonly step: ListedStep; readonly warehouseName: (id: string) => string }) {
  const { step, warehouseName } = props
  const { t } = useTranslation('refurb')
  if (step.costs.length === 0) return <Text c="dimmed">{t(($) => $.admin.steps.noCost)}</Text>
  return (
    <ul className={styles.costs}>
      {step.costs.map(({ warehouseId, costCents }) => (
        <li key={warehouseId}>
          <span>{warehouseName(warehouseId)}</span>
          <Money valueCents={costCents} />
        </li>
      ))}
    </ul>
  )
}

const assignedDetails = z.object({ questions: z.array(z.object({ id: z.string(), label: z.string() })) })

/** Asks before a step is removed, and names the questions that still need it (REFURB-10). */
function useDeleteStep() {
  const { t, i18n } = useTranslation('refurb')
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [modal, setModal] = useState<ModalData | null>(null)
  const removing = useSingleMutation({
    mutationFn: ({ id, version }: ListedStep) =>
      http(deleteRefurbStepCall, { params: { id }, ...(version !== undefined && { ifMatch: version }) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: refurbKey })
      await navigate({
        to: '.',
        search: searchWith({ alert: { type: 'success', message: 'deleted' } }),
        replace: true,
      })
    },
    onError: (error, step) => {
      setModal(refusal(error, step))
      // What is asked next is asked of the step as it is now.
      return queries.invalidateQueries({ queryKey: refurbKey })
    },
  })

  function assigned(step: ListedStep, questions: readonly { readonly label: string }[]): ModalData {
    return {
      title: t(($) => $.admin.steps.assignedTitle),
      content: (
        <>
          {t(($) => $.admin.steps.assigned, { step: step.name, count: questions.length })}
          <ul>
            {questions.map(({ label }) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      ),
      confirmLabel: t(($) => $.admin.toQuestions),
      confirm: () => void navigate({ to: '/refurb-diagnosis-questions' }),
    }
  }
  function refusal(error: Error, step: ListedStep): ModalData {
    const details = error instanceof CallError ? assignedDetails.safeParse(error.details) : null
    if (details?.success === true) return assigned(step, details.data.questions)
    return {
      title: t(($) => $.admin.steps.deleteTitle),
      content: callErrorText(i18n, error) ?? t(($) => $.admin.failed),
      confirmLabel: t(($) => $.admin.understood),
      confirm: () => undefined,
    }
  }
  const ask = (step: ListedStep): void =>
    setModal(
      step.questions.length > 0
        ? assigned(step, step.questions)
        : {
            title: t(($) => $.admin.steps.deleteTitle),
            content: t(($) => $.admin.steps.deleteText, { step: step.name }),
            confirmLabel: t(($) => $.admin.delete),
            destructive: true,
            confirm: () => removing.mutate(step),
          },
    )
  return { modal, setModal, ask }
}
