import { Fieldset, Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { exampleOf, modifierModes, type ModifierValues } from './modifier-values.ts'
import styles from './circuit.module.css'

/** A price that shows what a bonus does, in cents. */
const examplePriceCents = 10_000

/** A bonus or malus: none, a percentage or an amount, each with its cap (CIRC-27 to CIRC-29). */
export function ModifierFields(props: {
  readonly values: ModifierValues
  readonly problem: (field: string) => string | null
  /** Whether it must have a cap, as a circuit's must (CIRC-09). */
  readonly needsCap?: boolean
  readonly isOff?: boolean
  readonly note?: string | null
  readonly onChange: (values: ModifierValues) => void
}) {
  const { values, problem, needsCap = false, isOff = false, note = null, onChange } = props
  const { t } = useTranslation('circuit')
  const format = useFormat()
  const example = exampleOf(values, examplePriceCents)
  return (
    <Fieldset legend={t(($) => $.modifier.title)}>
      <Text size="sm" c="dimmed" mb="sm">
        {note ?? t(($) => $.modifier.text)}
      </Text>
      <div className={styles.modifier}>
        <Select
          size="md"
          label={t(($) => $.modifier.mode)}
          data={modifierModes.map((value) => ({ value, label: t(($) => $.modifier.modes[value]) }))}
          value={values.mode}
          allowDeselect={false}
          disabled={isOff}
          onChange={(next) => {
            const mode = modifierModes.find((one) => one === next)
            if (mode !== undefined && mode !== values.mode) onChange({ mode, value: '', cap: '' })
          }}
        />
        {values.mode === 'percentage' && (
          <NumberField
            decimals={2}
            isSigned
            label={t(($) => $.modifier.percent)}
            withAsterisk
            rightSection="%"
            value={values.value}
            error={problem('modifier.value')}
            disabled={isOff}
            onChange={(value) => onChange({ ...values, value })}
          />
        )}
        {values.mode === 'fixed' && (
          <AmountField
            label={t(($) => $.modifier.amount)}
            withAsterisk
            isSigned
            value={values.value}
            error={problem('modifier.value')}
            disabled={isOff}
            onChange={(value) => onChange({ ...values, value })}
          />
        )}
        {values.mode !== 'none' && (
          <AmountField
            label={t(($) => $.modifier.cap)}
            withAsterisk={needsCap}
            isSigned
            value={values.cap}
            error={problem('modifier.cappedAmount')}
            disabled={isOff}
            onChange={(cap) => onChange({ ...values, cap })}
          />
        )}
      </div>
      {example !== null && (
        <Text size="sm" mt="sm" role="status">
          {t(($) => $.modifier.example, {
            price: format.money(examplePriceCents),
            impact: `${example > 0 ? '+' : ''}${format.money(example)}`,
          })}
        </Text>
      )}
    </Fieldset>
  )
}
