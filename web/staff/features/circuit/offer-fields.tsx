import { Checkbox, Fieldset, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { circuitTypeOf } from '#domain/circuit/shipping-method-type.ts'
import type { CircuitAnswer, CircuitOptions } from '#sync/calls/circuit.ts'
import { AmountField } from '#web/staff/ui/form/amount-field.tsx'
import { feeOf, methodsFor, type CircuitValues } from './circuit-values.ts'
import styles from './circuit.module.css'

interface Props {
  readonly options: CircuitOptions
  readonly values: CircuitValues
  readonly isOff: boolean
  readonly onChange: (part: Partial<CircuitValues>, mended: string) => void
}

/** The payment modes that a circuit offers. */
export function PaymentModeFields({ options, values, isOff, onChange }: Props) {
  const { t } = useTranslation('circuit')
  return (
    <Fieldset id="field-paymentModes" legend={t(($) => $.form.paymentModes)} disabled={isOff}>
      <Stack gap="sm">
        {options.paymentModes.map(({ id, label, active }) => (
          <Checkbox
            key={id}
            label={active ? label : t(($) => $.form.inactive, { name: label })}
            checked={values.paymentModeIds.includes(id)}
            onChange={(event) =>
              onChange(
                { paymentModeIds: toggled(values.paymentModeIds, id, event.currentTarget.checked) },
                'paymentModeIds',
              )
            }
          />
        ))}
        {options.paymentModes.length === 0 && <Text c="dimmed">{t(($) => $.form.noPaymentMode)}</Text>}
        {options.paymentModes.length > 0 && values.paymentModeIds.length === 0 && (
          <Text size="sm" role="status">
            {t(($) => $.form.withoutPaymentMode)}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

/** The shipping methods that a circuit offers, each with its fee (CIRC-10, CIRC-17). */
export function TransportFields(
  props: Props & { readonly circuit: CircuitAnswer; readonly problem: (field: string) => string | null },
) {
  const { circuit, options, values, isOff, problem, onChange } = props
  const { t } = useTranslation(['circuit', 'buyback'])
  const methods = methodsFor(circuit, options)
  return (
    <Fieldset id="field-shippingMethods" legend={t(($) => $.transport.title)} disabled={isOff}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(($) => $.transport.text)}
        </Text>
        {methods.map((method) => {
          const { id, active, modifier } = method
          const typeName = t(($) => $.circuitType[circuitTypeOf(method.type)], { ns: 'buyback' })
          const name = method.description ?? typeName
          const at = values.transportIds.indexOf(id)
          const others = method.circuits.filter((one) => one.id !== circuit.id).map((one) => one.name)
          return (
            <div key={id} className={styles.transport} role="group" aria-label={name}>
              <Checkbox
                className={styles.transportName ?? ''}
                label={active ? name : t(($) => $.form.inactive, { name })}
                description={
                  others.length === 0 ? typeName : t(($) => $.transport.shared, { circuits: others.join(', ') })
                }
                checked={at !== -1}
                onChange={(event) =>
                  onChange(
                    { transportIds: toggled(values.transportIds, id, event.currentTarget.checked) },
                    'transportOptions',
                  )
                }
              />
              {modifier?.type === 'percentage' ? (
                <Text size="sm">{t(($) => $.transport.percent, { value: modifier.value })}</Text>
              ) : (
                <AmountField
                  className={styles.transportFee ?? ''}
                  label={t(($) => $.transport.fee)}
                  isSigned
                  value={feeOf(method, values.fees)}
                  error={at === -1 ? null : problem(`transportOptions.${at}.feeCents`)}
                  disabled={at === -1}
                  onChange={(fee) => onChange({ fees: { ...values.fees, [id]: fee } }, `transportOptions.${at}`)}
                />
              )}
            </div>
          )
        })}
        {methods.length === 0 && <Text c="dimmed">{t(($) => $.transport.none)}</Text>}
      </Stack>
    </Fieldset>
  )
}

function toggled(ids: readonly string[], id: string, on: boolean): readonly string[] {
  return on ? [...ids, id] : ids.filter((one) => one !== id)
}
