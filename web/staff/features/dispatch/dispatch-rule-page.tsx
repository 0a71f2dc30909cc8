import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconRoute, IconTrash } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { dispatchRuleSchema } from '#domain/dispatch/dispatch-rule.schema.ts'
import { dispatchAttributes, dispatchOperators, type DispatchRule } from '#domain/dispatch/dispatch-rule.ts'
import {
  createDispatchRuleCall,
  deleteDispatchRuleCall,
  patchDispatchRuleCall,
  type DispatchAnswer,
  type DispatchRuleAnswer,
} from '#sync/calls/dispatch.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedMultiSelect, TruncatedSelect, TruncatedTagsInput } from '#web/staff/ui/form/truncated-select.tsx'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { dispatchKey } from './dispatch-calls.ts'
import {
  checkDraft,
  draftOf,
  newCondition,
  noProblems,
  takesSingleValue,
  withOperator,
  type RuleDraft,
} from './dispatch-rule-draft.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { useRowDraft } from '#web/staff/ui/form/use-row-draft.ts'
import { choicesOf } from './dispatch-rule-names.ts'
import { RuleTrial } from './dispatch-rule-trial.tsx'
import { useDispatch } from './use-dispatch.ts'
import styles from './dispatch.module.css'

/** `/warehouse-dispatch-rule/{id?}` and `/warehouse-dispatch-rule/new` (EXP-16 to EXP-22). */
export function DispatchRulePage() {
  const { t } = useTranslation('dispatch')
  const { id } = useParams({ strict: false })
  const reading = useDispatch()
  const off = useOfflineReason(reading)
  const rule = reading.value?.rules.find((one) => one.id === id)
  const isNew = id === undefined
  const crumbs = [{ title: t(($) => $.title), to: '/warehouse-dispatch' }] as const
  return (
    <Page title={isNew ? t(($) => $.rule.new) : t(($) => $.rule.edit)} icon={IconRoute} crumbs={crumbs}>
      <CopyFrame reading={reading}>
        {reading.value === undefined ? (
          reading.error ? (
            <ErrorState onRetry={reading.retry} />
          ) : (
            <RowsSkeleton rows={8} />
          )
        ) : !isNew && rule === undefined ? (
          <ErrorState title={t(($) => $.rule.notFound)} text="" />
        ) : (
          <RuleForm key={id ?? 'new'} setup={reading.value} rule={rule ?? null} off={off} onReload={reading.retry} />
        )}
      </CopyFrame>
    </Page>
  )
}

interface FormProps {
  readonly setup: DispatchAnswer
  readonly rule: DispatchRuleAnswer | null
  /** Why nothing can be saved now. */
  readonly off: string | null
  readonly onReload: () => void
}

function RuleForm({ setup, rule, off, onReload }: FormProps) {
  const { t, i18n } = useTranslation('dispatch')
  const common = useTranslation('common').t
  const mayManage = useCan('warehouse_dispatch_rule.manage')
  const navigate = useNavigate()
  const { began, values: draft, isChanged, set, drop } = useRowDraft(rule, draftOf)
  const [problems, setProblems] = useState(noProblems)
  const { saving, removing } = useRuleCalls(began)
  const [modal, setModal] = useState<ModalData | null>(null)
  const setCondition = (next: RuleDraft['conditions'][number]): void =>
    set({ conditions: draft.conditions.map((one) => (one.key === next.key ? next : one)) })
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const checked = checkDraft(draft)
    setProblems(checked.ok ? noProblems : checked.error)
    if (checked.ok) return saving.mutate(checked.value)
    focusFirstFault(event.currentTarget)
  }
  const chosen = draft.warehouseIds
  const warehouses = setup.warehouses.filter(({ id, active }) => active || chosen.includes(id))
  const error = saving.error ?? removing.error
  const reload = (): void => {
    saving.reset()
    removing.reset()
    drop()
    onReload()
  }
  return (
    <div className={styles.columns}>
      <OfficeForm
        className={styles.card}
        saving={{ isPending: saving.isPending || removing.isPending, error }}
        isUnsaved={isChanged}
        onSubmit={submit}
        trouble={<SaveError error={error} onReload={reload} />}
        buttons={
          mayManage && (
            <Group justify="space-between" flex={1} mt="sm">
              {began === null ? (
                <span />
              ) : (
                <Button
                  variant="subtle"
                  color="gray"
                  c="red.9"
                  disabled={off !== null}
                  {...titled(off)}
                  onClick={() =>
                    setModal({
                      title: t(($) => $.rule.deleteTitle),
                      content: t(($) => $.rule.deleteText),
                      confirmLabel: t(($) => $.rule.delete),
                      destructive: true,
                      confirm: () => removing.mutate(began),
                    })
                  }
                >
                  {t(($) => $.rule.delete)}
                </Button>
              )}
              <Group gap="sm">
                <Button variant="default" onClick={() => void navigate({ to: '/warehouse-dispatch' })}>
                  {common(($) => $.action.cancel)}
                </Button>
                <Button type="submit" loading={saving.isPending} disabled={off !== null} {...titled(off)}>
                  {t(($) => $.rule.save)}
                </Button>
              </Group>
            </Group>
          )
        }
      >
        {!mayManage && <Text c="dimmed">{t(($) => $.rule.readOnly)}</Text>}
        <TextInput
          label={t(($) => $.rule.titleField)}
          required
          maxLength={textLimits.name}
          value={draft.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
          error={problems.title && faultText(i18n, problems.title, { schema: dispatchRuleSchema, path: ['title'] })}
          disabled={!mayManage}
        />
        <Fieldset legend={t(($) => $.rule.conditions)} disabled={!mayManage}>
          <Text size="sm" c="dimmed" mb="sm">
            {t(($) => $.rule.conditionsHint)}
          </Text>
          <Stack gap="sm">
            {draft.conditions.map((condition, at) => (
              <ConditionFields
                key={condition.key}
                condition={condition}
                number={at + 1}
                setup={setup}
                isMissing={problems.conditionKeys.includes(condition.key)}
                onChange={setCondition}
                onRemove={() => set({ conditions: draft.conditions.filter(({ key }) => key !== condition.key) })}
              />
            ))}
            {problems.conditions && (
              <Text c="red.9" size="sm" role="alert">
                {t(($) => $.required.conditions)}
              </Text>
            )}
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => set({ conditions: [...draft.conditions, newCondition()] })}
              >
                {t(($) => $.rule.addCondition)}
              </Button>
            </div>
          </Stack>
        </Fieldset>
        <TruncatedMultiSelect
          label={t(($) => $.rule.warehouses)}
          description={t(($) => $.rule.warehousesHint)}
          required
          searchable
          hidePickedOptions
          data={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...chosen]}
          onChange={(warehouseIds) => set({ warehouseIds })}
          error={problems.warehouses ? t(($) => $.required.warehouses) : null}
          disabled={!mayManage}
        />
      </OfficeForm>
      <RuleTrial setup={setup} rules={rulesWith(setup, rule, draft)} hasDraft={checkDraft(draft).ok} />
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </div>
  )
}

const titled = (off: string | null): { readonly title?: string } => (off === null ? {} : { title: off })

/** The account's rules with the one being written in its place; an unfinished one is left out. */
function rulesWith(setup: DispatchAnswer, rule: DispatchRuleAnswer | null, draft: RuleDraft): readonly DispatchRule[] {
  const checked = checkDraft(draft)
  const written = checked.ok ? [{ id: rule?.id ?? 'new', ...checked.value }] : []
  if (rule === null) return [...setup.rules, ...written]
  return setup.rules.flatMap((one) => (one.id === rule.id ? written : [one]))
}

function useRuleCalls(rule: DispatchRuleAnswer | null) {
  const http = useHttp()
  const leading = { queryKey: dispatchKey, to: { to: '/warehouse-dispatch' } } as const
  const saving = useSaveToList({
    ...leading,
    send: (body: object) =>
      rule === null
        ? http(createDispatchRuleCall, { body })
        : http(patchDispatchRuleCall, { params: { id: rule.id }, body, ifMatch: rule.version }),
    message: rule === null ? 'created' : 'saved',
  })
  const removing = useSaveToList({
    ...leading,
    send: ({ id, version }: DispatchRuleAnswer) => http(deleteDispatchRuleCall, { params: { id }, ifMatch: version }),
    message: 'deleted',
  })
  return { saving, removing }
}

type DraftCondition = RuleDraft['conditions'][number]

function ConditionFields(props: {
  readonly condition: DraftCondition
  readonly number: number
  readonly setup: DispatchAnswer
  readonly isMissing: boolean
  readonly onChange: (condition: DraftCondition) => void
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('dispatch')
  const common = useTranslation('common').t
  const { condition, number, setup, onChange } = props
  const { attribute, operator, values } = condition
  const grades = t(($) => $.grade, { returnObjects: true })
  const data = [...choicesOf(attribute, setup, grades)]
  const error = props.isMissing ? common(($) => $.codes.FORM_REQUIRED) : null
  const known = new Set(data.map(({ value }) => value))
  // What the account no longer has stays visible, so that it can be taken out.
  const all = [
    ...data,
    ...values.filter((one) => !known.has(one)).map((one) => ({ value: one, label: t(($) => $.list.unknown) })),
  ]
  return (
    <div className={styles.condition} role="group" aria-label={t(($) => $.rule.condition, { number })}>
      <Select
        label={t(($) => $.rule.attribute)}
        data={dispatchAttributes.map((one) => ({ value: one, label: t(($) => $.attribute[one]) }))}
        value={attribute}
        allowDeselect={false}
        onChange={(next) => {
          const found = dispatchAttributes.find((one) => one === next)
          if (found !== undefined && found !== attribute) onChange({ ...condition, attribute: found, values: [] })
        }}
      />
      <Select
        label={t(($) => $.rule.operator)}
        data={dispatchOperators.map((one) => ({ value: one, label: t(($) => $.operator[one]) }))}
        value={operator}
        allowDeselect={false}
        onChange={(next) => {
          const found = dispatchOperators.find((one) => one === next)
          if (found !== undefined) onChange(withOperator(condition, found))
        }}
      />
      {attribute === 'brand' ? (
        // A brand may be one that the catalog gets tomorrow.
        <TruncatedTagsInput
          label={takesSingleValue(operator) ? t(($) => $.rule.value) : t(($) => $.rule.values)}
          data={setup.brands.map(String)}
          value={[...values]}
          maxTags={takesSingleValue(operator) ? 1 : 200}
          acceptValueOnBlur
          onChange={(next) => onChange({ ...condition, values: next })}
          error={error}
        />
      ) : takesSingleValue(operator) ? (
        <TruncatedSelect
          label={t(($) => $.rule.value)}
          data={all}
          value={values[0] ?? null}
          searchable
          onChange={(next) => onChange({ ...condition, values: next === null ? [] : [next] })}
          error={error}
        />
      ) : (
        <TruncatedMultiSelect
          label={t(($) => $.rule.values)}
          data={all}
          value={[...values]}
          searchable
          hidePickedOptions
          onChange={(next) => onChange({ ...condition, values: next })}
          error={error}
        />
      )}
      <ActionIcon
        variant="subtle"
        size={40}
        aria-label={t(($) => $.rule.removeCondition, { number })}
        title={t(($) => $.rule.removeCondition, { number })}
        onClick={props.onRemove}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
