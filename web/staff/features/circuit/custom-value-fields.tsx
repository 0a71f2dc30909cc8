import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { circuitLimits } from '#domain/circuit/circuit.schema.ts'
import type { CustomValue } from './circuit-values.ts'

/** Values of the account's own, which payments of what comes in by a circuit hand on (CIRC-14, CIRC-32). */
export function CustomValueFields(props: {
  readonly values: readonly CustomValue[]
  readonly problem: (field: string) => string | null
  readonly isOff: boolean
  readonly onChange: (values: readonly CustomValue[], mended: string) => void
}) {
  const { values, problem, isOff, onChange } = props
  const { t } = useTranslation('circuit')
  const write = (at: number, part: Partial<CustomValue>): void =>
    onChange(
      values.map((one, n) => (n === at ? { ...one, ...part } : one)),
      `customValues.${at}`,
    )
  const tooMany = problem('customValues')
  return (
    <Fieldset legend={t(($) => $.customValue.title)} disabled={isOff}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(($) => $.customValue.text, { count: circuitLimits.customValues })}
        </Text>
        {values.map(({ key, name, value }, at) => (
          <Group key={key} gap="sm" align="flex-start" wrap="wrap">
            <TextInput
              size="md"
              flex="1 1 12rem"
              label={t(($) => $.customValue.name, { number: at + 1 })}
              withAsterisk
              maxLength={circuitLimits.customName + 1}
              value={name}
              error={problem(`customValues.${at}.name`)}
              onChange={(event) => write(at, { name: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              flex="2 1 14rem"
              label={t(($) => $.customValue.value, { number: at + 1 })}
              withAsterisk
              maxLength={circuitLimits.customValue + 1}
              value={value}
              error={problem(`customValues.${at}.value`)}
              onChange={(event) => write(at, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size={44}
              mt={26}
              aria-label={t(($) => $.customValue.remove, { number: at + 1 })}
              onClick={() => onChange(values.toSpliced(at, 1), 'customValues')}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {tooMany !== null && (
          <Text size="sm" c="red.9" role="alert">
            {tooMany}
          </Text>
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          disabled={values.length >= circuitLimits.customValues}
          onClick={() => onChange([...values, { key: crypto.randomUUID(), name: '', value: '' }], 'customValues')}
          style={{ alignSelf: 'flex-start' }}
        >
          {t(($) => $.customValue.add)}
        </Button>
      </Stack>
    </Fieldset>
  )
}
