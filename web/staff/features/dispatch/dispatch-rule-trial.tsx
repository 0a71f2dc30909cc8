import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseWarehouse, holds, type DispatchRule, type DispatchSubject } from '#domain/dispatch/dispatch-rule.ts'
import type { DispatchAnswer } from '#sync/calls/dispatch.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { categoryPath, choicesOf } from './dispatch-rule-names.ts'
import styles from './dispatch.module.css'

/** Shows where a product would go by these rules, with the very function that decides it at check-out. */
export function RuleTrial({
  setup,
  rules,
  hasDraft = false,
}: {
  readonly setup: DispatchAnswer
  readonly rules: readonly DispatchRule[]
  readonly hasDraft?: boolean
}) {
  const { t } = useTranslation('dispatch')
  const grades = t(($) => $.grade, { returnObjects: true })
  const [brand, setBrand] = useState<string | null>(null)
  const [categoryId, setCategoryId] = useState<string | null>(null)
  const [circuitId, setCircuitId] = useState<string | null>(null)
  const [declaredState, setDeclaredState] = useState<string | null>(null)
  const [storeId, setStoreId] = useState<string | null>(null)
  const subject: DispatchSubject = {
    brand,
    categoryPath: categoryPath(setup, categoryId).map(({ id }) => id),
    circuitId,
    declaredState,
    origin: setup.stores.find(({ id }) => id === storeId)?.coordinates ?? null,
  }
  const coordinates = new Map(
    setup.warehouses.flatMap((one) => (one.coordinates === null ? [] : [[one.id, one.coordinates] as const])),
  )
  const { defaultWarehouseId, isGeographic } = setup
  const chosen = chooseWarehouse(subject, { rules, defaultWarehouseId, isGeographic, coordinates })
  const rule = rules.find(({ conditions }) => conditions.every((condition) => holds(condition, subject)))
  const field = { clearable: true, searchable: true, placeholder: t(($) => $.tryIt.any), nothingFoundMessage: '–' }
  return (
    <section className={styles.card} aria-labelledby="try-it">
      <h2 id="try-it">{t(($) => $.tryIt.title)}</h2>
      <Text size="sm" c="dimmed" mb="sm">
        {t(($) => $.tryIt.text)} {hasDraft ? t(($) => $.tryIt.draft) : ''}
      </Text>
      <Stack gap="xs">
        <TruncatedSelect
          {...field}
          label={t(($) => $.tryIt.brand)}
          data={[...setup.brands]}
          value={brand}
          onChange={setBrand}
        />
        <TruncatedSelect
          {...field}
          label={t(($) => $.tryIt.category)}
          data={[...choicesOf('category', setup, grades)]}
          value={categoryId}
          onChange={setCategoryId}
        />
        <TruncatedSelect
          {...field}
          label={t(($) => $.tryIt.circuit)}
          data={[...choicesOf('circuit', setup, grades)]}
          value={circuitId}
          onChange={setCircuitId}
        />
        <TruncatedSelect
          {...field}
          label={t(($) => $.tryIt.state)}
          data={[...choicesOf('declared_state', setup, grades)]}
          value={declaredState}
          onChange={setDeclaredState}
        />
        {isGeographic && (
          <TruncatedSelect
            {...field}
            label={t(($) => $.tryIt.origin)}
            data={setup.stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={storeId}
            onChange={setStoreId}
          />
        )}
      </Stack>
      <p className={styles.answer} role="status">
        {chosen.ok ? (
          <>
            <strong>
              {t(($) => $.tryIt.result, {
                warehouse: setup.warehouses.find(({ id }) => id === chosen.value)?.name ?? t(($) => $.list.unknown),
              })}
            </strong>
            {rule === undefined ? t(($) => $.tryIt.byDefault) : t(($) => $.tryIt.byRule, { rule: rule.title })}
          </>
        ) : (
          t(($) => $.tryIt.none)
        )}
      </p>
    </section>
  )
}
