import { ActionIcon, Alert, Switch, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconRoute, type TablerIcon } from '@tabler/icons-react'
import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { patchDispatchCall, type DispatchAnswer, type DispatchRuleAnswer } from '#sync/calls/dispatch.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ChangeLink, CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { ListSearch } from '#web/staff/ui/list/list-search.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { dispatchKey, dispatchQuery } from './dispatch-calls.ts'
import { findRules, valueNames } from './dispatch-rule-names.ts'
import { RuleTrial } from './dispatch-rule-trial.tsx'
import { useDispatch } from './use-dispatch.ts'
import factStyles from '#web/staff/ui/facts.module.css'
import styles from './dispatch.module.css'

/** `/warehouse-dispatch` (EXP-15, EXP-20): default warehouse, geographic criterion, rules in order, and a trial. */
export function DispatchPage() {
  const { t } = useTranslation('dispatch')
  const mayManage = useCan('warehouse_dispatch_rule.manage')
  const reading = useDispatch()
  const off = useOfflineReason(reading)
  const addRule = mayManage ? <AddRule off={off} /> : null
  return (
    <Page title={t(($) => $.title)} icon={IconRoute} actions={addRule}>
      <CopyFrame reading={reading}>
        {reading.value !== undefined ? (
          <>
            {!mayManage && <Text c="dimmed">{t(($) => $.rule.readOnly)}</Text>}
            <Dispatch setup={reading.value} mayManage={mayManage && off === null} addRule={addRule} />
          </>
        ) : reading.error ? (
          <ErrorState onRetry={reading.retry} />
        ) : (
          <RowsSkeleton rows={8} />
        )}
      </CopyFrame>
    </Page>
  )
}

function AddRule({ off }: { readonly off: string | null }) {
  const { t } = useTranslation('dispatch')
  return <ChangeLink to="/warehouse-dispatch-rule/new" icon={IconPlus} label={t(($) => $.addRule)} off={off} />
}

const first = listStart([])

type Patch = Partial<Pick<DispatchAnswer, 'defaultWarehouseId' | 'isGeographic'>> & {
  readonly ruleIds?: readonly string[]
}

const savingKey = [...dispatchKey, 'save'] as const

function Dispatch(props: { readonly setup: DispatchAnswer; readonly mayManage: boolean; readonly addRule: ReactNode }) {
  const { mayManage, addRule } = props
  const { t, i18n } = useTranslation('dispatch')
  const http = useHttp()
  const queries = useQueryClient()
  const key = dispatchQuery(http).queryKey
  const { state, change } = useListState(first)
  const isNarrowed = state.search !== ''
  // A place among some of the rules would not say which one it is among all.
  const canOrder = mayManage && !isNarrowed
  const [said, setSaid] = useState('')
  // A change shows at once, and as long as it is under way: what is kept is what the server has said.
  const underWay = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    select: ({ state: { variables } }) => variables as Patch,
  })
  const setup = underWay.reduce(applied, props.setup)
  const found = findRules(
    setup,
    state.search,
    t(($) => $.grade, { returnObjects: true }),
    t(($) => $.list.unknown),
  )
  const saving = useSingleMutation({
    mutationKey: savingKey,
    // One after the other, each over the version that the one before has made.
    scope: { id: savingKey.join(' ') },
    mutationFn: (body: Patch) => {
      const { version } = queries.getQueryData(key) ?? props.setup
      return http(patchDispatchCall, { body, ifMatch: version })
    },
    onMutate: () => queries.cancelQueries({ queryKey: key }),
    onSuccess: (answer) => void queries.setQueryData(key, answer),
    onError: () => void queries.invalidateQueries({ queryKey: dispatchKey }),
  })
  const order = (rule: DispatchRuleAnswer, to: number): void => {
    const ids = setup.rules.map(({ id }) => id).filter((id) => id !== rule.id)
    ids.splice(to, 0, rule.id)
    setSaid(t(($) => $.list.moved, { rule: rule.title, position: to + 1, count: setup.rules.length }))
    saving.mutate({ ruleIds: ids })
  }
  return (
    <>
      {saving.error && (
        <Alert color="red" role="alert" mb="md">
          {callErrorText(i18n, saving.error) ?? t(($) => $.offline)}
        </Alert>
      )}
      <div className={styles.columns}>
        <div>
          <section className={styles.card} aria-labelledby="dispatch-rules">
            <h2 id="dispatch-rules">{t(($) => $.list.title)}</h2>
            {setup.rules.length === 0 ? (
              <EmptyState
                icon={IconRoute}
                title={t(($) => $.list.empty)}
                text={t(($) => $.list.emptyText)}
                action={addRule}
              />
            ) : (
              <>
                <Text size="sm" c="dimmed" mb="xs">
                  {t(($) => $.list.first)} {canOrder && t(($) => $.list.order)}
                </Text>
                <Filters>
                  <ListSearch label={t(($) => $.list.search)} state={state} onChange={change} />
                </Filters>
                {isNarrowed && (
                  <Text size="sm" mb="xs" role="status">
                    {t(($) => $.list.found, { count: found.length, total: setup.rules.length })}
                  </Text>
                )}
                {found.length === 0 && <EmptyState title={t(($) => $.list.noMatch)} />}
                <Rules setup={setup} rules={found} onOrder={canOrder ? order : null} />
              </>
            )}
            <p className="visually-hidden" role="status">
              {said}
            </p>
          </section>
        </div>
        <div>
          <Setup setup={setup} mayManage={mayManage} onSave={(patch) => saving.mutate(patch)} />
          <RuleTrial setup={setup} rules={setup.rules} />
        </div>
      </div>
    </>
  )
}

function applied(before: DispatchAnswer, { ruleIds, ...rest }: Patch): DispatchAnswer {
  if (ruleIds === undefined) return { ...before, ...rest }
  const rules = ruleIds.flatMap((id) => before.rules.find((rule) => rule.id === id) ?? [])
  return { ...before, ...rest, rules: rules.map((rule, at) => ({ ...rule, position: at + 1 })) }
}

function Setup(props: {
  readonly setup: DispatchAnswer
  readonly mayManage: boolean
  readonly onSave: (patch: Patch) => void
}) {
  const { t } = useTranslation('dispatch')
  const { setup, mayManage, onSave } = props
  const choices = setup.warehouses.filter(({ active, id }) => active || id === setup.defaultWarehouseId)
  return (
    <section className={styles.card} aria-labelledby="dispatch-setup" style={{ marginBlockEnd: 24 }}>
      <h2 id="dispatch-setup">{t(($) => $.setup.title)}</h2>
      <TruncatedSelect
        id="field-defaultWarehouse"
        label={t(($) => $.setup.default)}
        description={t(($) => $.setup.defaultHint)}
        placeholder={t(($) => $.setup.noDefault)}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={setup.defaultWarehouseId}
        onChange={(defaultWarehouseId) => onSave({ defaultWarehouseId })}
        clearable
        disabled={!mayManage}
      />
      {setup.defaultWarehouseId === null && (
        <Alert color="yellow" mt="sm" role="status">
          {t(($) => $.setup.noDefaultWarning)}
        </Alert>
      )}
      <Switch
        mt="md"
        label={t(($) => $.setup.geographic)}
        description={t(($) => $.setup.geographicHint)}
        checked={setup.isGeographic}
        onChange={(event) => onSave({ isGeographic: event.currentTarget.checked })}
        disabled={!mayManage}
      />
    </section>
  )
}

interface RulesProps {
  readonly setup: DispatchAnswer
  readonly rules: readonly DispatchRuleAnswer[]
  readonly onOrder: ((rule: DispatchRuleAnswer, to: number) => void) | null
}

function Rules({ setup, rules, onOrder }: RulesProps) {
  const { t } = useTranslation('dispatch')
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  // The rule under the pointer is the place to drop; the browser finds it even if the rules have moved during the drag.
  const ruleAt = (x: number, y: number): string | null =>
    document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-rule]')?.dataset.rule ?? null
  // A quick hand presses, moves and lets go before anything is drawn: what is dropped hangs on the events alone.
  const held = useRef<string | null>(null)
  const hold = (id: string | null): void => {
    held.current = id
    setDragged(id)
    if (id === null) setOver(null)
  }
  const drop = (rule: DispatchRuleAnswer, target: string | null): void => {
    const to = rules.findIndex(({ id }) => id === target)
    if (held.current === rule.id && target !== rule.id && to !== -1) onOrder?.(rule, to)
    hold(null)
  }
  return (
    <ol className={styles.rules}>
      {rules.map((rule, at) => (
        <li
          key={rule.id}
          className={styles.rule}
          data-rule={rule.id}
          data-dragged={dragged === rule.id || undefined}
          data-over={(dragged !== null && dragged !== rule.id && over === rule.id) || undefined}
        >
          <div className={styles.place}>
            {onOrder !== null && (
              <button
                type="button"
                className={styles.grip}
                aria-label={t(($) => $.list.drag, { rule: rule.title })}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  hold(rule.id)
                }}
                onPointerMove={(event) =>
                  held.current === rule.id ? setOver(ruleAt(event.clientX, event.clientY)) : undefined
                }
                onPointerUp={(event) => drop(rule, ruleAt(event.clientX, event.clientY))}
                onPointerCancel={() => hold(null)}
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                  if (step === 0 || at + step < 0 || at + step >= rules.length) return
                  event.preventDefault()
                  onOrder(rule, at + step)
                }}
              >
                <IconGripVertical size={20} aria-hidden />
              </button>
            )}
            <span>{rule.position}</span>
          </div>
          <RuleFacts rule={rule} setup={setup} />
          <div className={styles.place}>
            {onOrder !== null && (
              <>
                <Move
                  icon={IconArrowUp}
                  label={t(($) => $.list.up, { rule: rule.title })}
                  isOff={at === 0}
                  onClick={() => onOrder(rule, at - 1)}
                />
                <Move
                  icon={IconArrowDown}
                  label={t(($) => $.list.down, { rule: rule.title })}
                  isOff={at === rules.length - 1}
                  onClick={() => onOrder(rule, at + 1)}
                />
              </>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Move(props: {
  readonly icon: TablerIcon
  readonly label: string
  readonly isOff: boolean
  readonly onClick: () => void
}) {
  const Icon = props.icon
  return (
    <ActionIcon
      variant="subtle"
      size={40}
      aria-label={props.label}
      title={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}

function RuleFacts({ rule, setup }: { readonly rule: DispatchRuleAnswer; readonly setup: DispatchAnswer }) {
  const { t } = useTranslation('dispatch')
  const grades = t(($) => $.grade, { returnObjects: true })
  const unknown = t(($) => $.list.unknown)
  return (
    <div>
      <Link to="/warehouse-dispatch-rule/{-$id}" params={{ id: rule.id }} className={styles.name}>
        {rule.title}
      </Link>
      <dl className={`${factStyles.facts} ${styles.facts}`}>
        <dt>{t(($) => $.list.conditions)}</dt>
        <dd>
          <ul>
            {rule.conditions.map((condition, at) => (
              <li key={at}>
                {`${t(($) => $.attribute[condition.attribute])} ${t(($) => $.operator[condition.operator])} `}
                <strong>{valueNames(condition, setup, grades, unknown).join(', ')}</strong>
              </li>
            ))}
          </ul>
        </dd>
        <dt>{t(($) => $.list.warehouses)}</dt>
        <dd>
          {rule.warehouseIds.map((id) => setup.warehouses.find((one) => one.id === id)?.name ?? unknown).join(', ')}
        </dd>
        <dt>{t(($) => $.list.updatedAt)}</dt>
        <dd>
          <DateTime value={rule.updatedAt} />
        </dd>
      </dl>
    </div>
  )
}
