import { Button, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { circuitLimits } from '#domain/circuit/circuit.schema.ts'
import { instructionTypes } from '#domain/circuit/instruction-type.ts'
import { OrderButtons } from '#web/staff/ui/list/order-buttons.tsx'
import { textField, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import type { InstructionValues } from './circuit-values.ts'
import styles from './circuit.module.css'

/** The steps that customers are told, in their order (CIRC-06 to CIRC-08). */
export function InstructionFields(props: {
  readonly languages: TextLanguages
  readonly instructions: readonly InstructionValues[]
  readonly problem: (field: string) => string | null
  readonly isOff: boolean
  readonly onChange: (instructions: readonly InstructionValues[], mended: string) => void
}) {
  const { languages, instructions, problem, isOff, onChange } = props
  const { t } = useTranslation('circuit')
  const field = (at: number): string => `defaultInstructions.${at}`
  const change = (at: number, part: Partial<InstructionValues>): void =>
    onChange(
      instructions.map((one, n) => (n === at ? { ...one, ...part } : one)),
      field(at),
    )
  const move = (at: number, to: number): void => {
    const moved = instructions[at]
    if (moved !== undefined) onChange(instructions.toSpliced(at, 1).toSpliced(to, 0, moved), 'defaultInstructions')
  }
  const add = (): void =>
    onChange(
      [...instructions, { key: crypto.randomUUID(), id: null, type: 'none', label: '', translations: {} }],
      'defaultInstructions',
    )
  const isFull = instructions.length >= circuitLimits.instructions
  return (
    <Fieldset legend={t(($) => $.instruction.title)} disabled={isOff}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(($) => $.instruction.text, { count: circuitLimits.instructions })}
        </Text>
        {instructions.map((instruction, at) => (
          <fieldset key={instruction.key} className={styles.instruction}>
            <legend className="visually-hidden">{t(($) => $.instruction.one, { number: at + 1 })}</legend>
            <Select
              className={styles.instructionType ?? ''}
              size="md"
              label={t(($) => $.instruction.type)}
              data={instructionTypes.map((value) => ({ value, label: t(($) => $.instruction.types[value]) }))}
              value={instruction.type}
              allowDeselect={false}
              onChange={(next) => {
                const type = instructionTypes.find((one) => one === next)
                if (type !== undefined) change(at, { type })
              }}
            />
            <OrderButtons
              className={styles.instructionActions}
              labels={{
                up: t(($) => $.instruction.up, { number: at + 1 }),
                down: t(($) => $.instruction.down, { number: at + 1 }),
                remove: t(($) => $.instruction.remove, { number: at + 1 }),
              }}
              at={at}
              count={instructions.length}
              onMove={(to) => move(at, to)}
              onRemove={() => onChange(instructions.toSpliced(at, 1), 'defaultInstructions')}
            />
            <TextInput
              className={styles.instructionLabel ?? ''}
              size="md"
              label={t(($) => $.instruction.one, { number: at + 1 })}
              withAsterisk={languages.shown === languages.own}
              maxLength={circuitLimits.instruction + 1}
              {...textField(languages, instruction, 'label', {
                fault: (path) => problem(`${field(at)}.${path}`),
                onChange: (part) => change(at, part),
              })}
            />
          </fieldset>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={isFull}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(($) => $.instruction.add)}
        </Button>
      </Stack>
    </Fieldset>
  )
}
